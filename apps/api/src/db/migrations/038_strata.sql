-- What each case of a draw's population belonged to, in its order: whoever draws again needs it. Draws of before had one stratum.
alter table app.review_draws add column strata text[];
