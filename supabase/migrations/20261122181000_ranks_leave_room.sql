-- A level between two others is a row, and no change of theirs, which roles refer to.

update private.levels set rank = rank * 10 where level in ('Central', 'Regional', 'Provincial') and rank < 10;

comment on table private.levels is
  'Levels of users: nobody gives one of a higher rank than their own. Ranks leave room for others between them.';
