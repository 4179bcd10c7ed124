import type { ReactNode } from 'react';

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false" className="icon">
      {children}
    </svg>
  );
}

export const SparkIcon = () => (
  <Icon>
    <path d="M8 1.5 9.6 6.4 14.5 8 9.6 9.6 8 14.5 6.4 9.6 1.5 8 6.4 6.4Z" fill="currentColor" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.5 3.3 3.3L13 4.6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </Icon>
);

export const PinIcon = () => (
  <Icon>
    <path
      d="M8 14.5C5 11 3.5 8.8 3.5 6.4a4.5 4.5 0 0 1 9 0C12.5 8.8 11 11 8 14.5Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
    />
    <circle cx="8" cy="6.4" r="1.5" fill="currentColor" />
  </Icon>
);

export const StampIcon = () => (
  <Icon>
    <path
      d="M3 13.6h10M3.5 11h9V9.6c0-.7-.5-1.1-1.2-1.1H9.2c.2-1.8 1-2.4 1-4A2.2 2.2 0 0 0 8 2.2a2.2 2.2 0 0 0-2.2 2.3c0 1.6.8 2.2 1 4H4.7c-.7 0-1.2.4-1.2 1.1Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
  </Icon>
);

export const CrossIcon = () => (
  <Icon>
    <path d="m4 4 8 8M12 4l-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </Icon>
);
