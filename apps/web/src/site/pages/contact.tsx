import { OfficeMap } from '../components/us-map.tsx';
import type { Site } from '../content/site.ts';
import { OfficeAddress } from '../components/office-address.tsx';

const fields = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', type: 'text', max: 100 },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', type: 'text', max: 100 },
  { name: 'email', label: 'Email', autoComplete: 'email', type: 'email', max: 254 },
  { name: 'title', label: 'Title', autoComplete: 'organization-title', type: 'text', max: 200 },
  { name: 'company_name', label: 'Company name', autoComplete: 'organization', type: 'text', max: 200 },
] as const;

function ContactForm() {
  return (
    <form className="contact-form" action="/contact" method="post" noValidate data-contact="">
      <p className="form-note">All six fields are required.</p>
      {fields.map(({ name, label, autoComplete, type, max }) => (
        <p key={name} className="field">
          <label htmlFor={name}>{label}</label>
          <input id={name} name={name} type={type} autoComplete={autoComplete} maxLength={max} required />
          <span className="field-error" id={`${name}-error`} />
        </p>
      ))}
      <p className="field field-wide">
        <label htmlFor="message">Message</label>
        <textarea id="message" name="message" rows={6} maxLength={10_000} required />
        <span className="field-error" id="message-error" />
      </p>
      <p className="honeypot" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </p>
      <noscript>
        <p className="form-result">Sending needs JavaScript.</p>
      </noscript>
      <p className="form-end needs-script">
        <button type="submit" className="button">
          Send
        </button>
        <span className="form-result" role="alert" data-failure="" />
      </p>
      <p className="form-note">
        Please do not send patient information through this form. What happens with what you write: <a href="/privacy">Privacy</a>
        , <a href="/security">Security</a>.
      </p>
    </form>
  );
}

function Office({ site }: { readonly site: Site }) {
  const address = site.officeAddress.join(', ');
  const label =
    site.map.pin === null ? 'Map of the United States' : `Map of the United States with our office marked: ${address}`;
  return (
    <section className="office" aria-labelledby="office-title">
      <h2 id="office-title">{site.officeAddress.length === 0 ? 'Wherever you are' : 'Where we are'}</h2>
      <OfficeMap map={site.map} label={label} />
      {site.officeAddress.length === 0 ? (
        <p>Incisive runs on your own machines, so distance is no obstacle. Write to us and we will find a time.</p>
      ) : (
        <OfficeAddress site={site} />
      )}
    </section>
  );
}

export function Contact({ site }: { readonly site: Site }) {
  return (
    <div className="wrap contact">
      <div className="contact-intro">
        <h1>Let us look at your notes together.</h1>
        <p className="lead">Tell us who you are and what slows your coding down. A person reads it and answers.</p>
      </div>
      <ContactForm />
      <Office site={site} />
      <output className="toast" data-toast="" />
    </div>
  );
}
