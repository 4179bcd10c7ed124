-- Names are folded by the server's code alone (NFKC, then full lower case): what the database's own lower() makes of İ or of a full-width
-- letter goes by its locale, and two ways of folding split one name in two.
alter table app.users alter column username_key drop expression;
-- A name whose new key somebody else has keeps the old one.
update app.users u set username_key = lower(normalize(u.username, NFKC) collate "und-x-icu")
 where u.username ~ '[^ -~]'
   and not exists (select from app.users o where o.id <> u.id and (o.username_key = lower(normalize(u.username, NFKC) collate "und-x-icu")
     or lower(normalize(o.username, NFKC) collate "und-x-icu") = lower(normalize(u.username, NFKC) collate "und-x-icu")));
