-- All that Countersign stores. No collection has a table of its own: adapters are driven by the declarations in core,
-- so a new collection needs no migration. Names are written out in full: nothing here depends on a search_path.
-- Run as it is for the schema "countersign", or through migrate(pool, { schema }), which puts another name in its place.

-- keys and entries are the addresses under which the record stands in the tables below, so that a write knows what to
-- take away without looking for it. body is the JSON text as it came: json types would forbid some texts, jsonb
-- would also reorder it.
create table "countersign".records (
  collection text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  due_at bigint,
  leased_until bigint,
  keys bytea[] not null,
  entries bytea[] not null,
  body text not null,
  primary key (collection, environment, id)
)
-- Every login rewrites its account, and every sweep leaves gaps: room in a page keeps the first off the indexes, and a
-- vacuum after one row in fifty keeps the second from being walked over, however large the table has grown.
with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);

-- For a record of known id there is no index but the primary key to choose: a planner that has not yet seen statistics
-- would otherwise take a longer way. So also the list of all records of an environment, where a collection declares it,
-- is kept as entries.
create index records_due on "countersign".records (collection, due_at, id, environment) where due_at is not null;
create index records_expiry on "countersign".records (collection, expires_at, id, environment)
  where expires_at is not null;

-- Who has a unique key. An address is the digest of collection, environment, key and values: of any length, of one size.
create table "countersign".keys (
  address bytea primary key,
  id text collate "C" not null
);

-- Who stands in an index, in the order in which pages are read.
create table "countersign".entries (
  address bytea not null,
  created_at bigint not null,
  id text collate "C" not null,
  primary key (address, created_at, id)
)
-- Read from its index alone, where vacuum has seen the pages since they were written.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create function "countersign".address(spelled text) returns bytea
language sql immutable strict parallel safe
return sha256(convert_to(spelled, 'UTF8'));

-- Reads all that is asked for as of one moment: records by id, records by a unique key, and pages of indexes. Each row
-- tells the slot it was asked for under. The addresses of the last pages are not given but spelled by pieces, some of them
-- taken from a field of another record; one that is not there makes a null of the address, which is no one's.
-- The plans are made once a connection and for any values: an index is the way to each row, however few there are as yet.
-- Rows are joined in the order that is written, and what names a record by values of several others is fenced by an
-- offset: a planner that knows nothing of a young table, or of one that was just restored, would else read all records of
-- the environment for each.
create function "countersign".load(
  id_slots integer[], id_collections text[], id_environments text[], ids text[],
  key_slots integer[], key_collections text[], key_environments text[], keys bytea[],
  page_slots integer[], page_collections text[], page_environments text[], limits bigint[], pages bytea[],
  piece_slots integer[], pieces text[],
  piece_collections text[], piece_environments text[], piece_ids text[], piece_fields text[]
) returns table (slot text, id text, version text, created_at text, updated_at text, body text)
language plpgsql stable
set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_bitmapscan = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $load$
#variable_conflict use_column
begin
  if id_slots <> '{}' then
    return query
    select w.slot::text, r.id, r.version::text, r.created_at::text, r.updated_at::text, r.body
    from unnest(id_slots, id_collections, id_environments, ids) as w (slot, collection, environment, id)
    join "countersign".records r
      on r.collection = w.collection and r.environment = w.environment and r.id = w.id;
  end if;
  if key_slots <> '{}' then
    return query
    select w.slot::text, r.id, r.version::text, r.created_at::text, r.updated_at::text, r.body
    from unnest(key_slots, key_collections, key_environments, keys) as w (slot, collection, environment, address)
    join "countersign".keys k on k.address = w.address
    cross join lateral (
      select r.* from "countersign".records r
      where r.collection = w.collection and r.environment = w.environment and r.id = k.id offset 0
    ) as r;
  end if;
  if piece_slots <> '{}' then
    pages := pages || array(
      select case when bool_and(p.spelled is not null) then
        "countersign".address(string_agg(p.spelled, '' order by p.nth))
      end
      from (
        select n.slot, n.nth, coalesce(n.piece, source.spelled) as spelled
        from unnest(piece_slots, pieces, piece_collections, piece_environments, piece_ids, piece_fields)
          with ordinality as n (slot, piece, collection, environment, id, field, nth)
        left join lateral (
          -- The json type, not jsonb, hands out what was written, which is how addresses are spelled too.
          select case json_typeof(f.value) when 'string' then f.value::text end as spelled
          from (
            select r.body::json -> n.field as value from "countersign".records r
            where r.collection = n.collection and r.environment = n.environment and r.id = n.id offset 0
          ) as f
        ) as source on n.piece is null
      ) as p
      group by p.slot order by p.slot
    );
  end if;
  if page_slots <> '{}' then
    -- Cut from the entries first, so that no more records are read than asked for.
    return query
    select w.slot::text, r.id, r.version::text, r.created_at::text, r.updated_at::text, r.body
    from unnest(page_slots, page_collections, page_environments, limits, pages)
      as w (slot, collection, environment, at_most, address)
    cross join lateral (
      select e.created_at, e.id from "countersign".entries e
      where e.address = w.address order by e.created_at desc, e.id desc limit w.at_most
    ) as page
    cross join lateral (
      select r.* from "countersign".records r
      where r.collection = w.collection and r.environment = w.environment and r.id = page.id offset 0
    ) as r
    order by w.slot, page.created_at desc, page.id desc;
  end if;
end
$load$;

-- A page of a list, behind a position of it, newest first or oldest. Cut from the entries first.
create function "countersign".find(
  of_collection text, of_environment text, list bytea, after_time bigint, after_id text, at_most bigint, is_oldest boolean
) returns table (id text, version text, created_at text, updated_at text, body text)
language plpgsql stable
set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_bitmapscan = off set enable_sort = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $find$
#variable_conflict use_column
begin
  if is_oldest then
    return query
    select r.id, r.version::text, r.created_at::text, r.updated_at::text, r.body
    from (
      select e.created_at, e.id from "countersign".entries e
      where e.address = list and (e.created_at, e.id) > (after_time, after_id)
      order by e.created_at, e.id limit at_most
    ) as page
    cross join lateral (
      select r.* from "countersign".records r
      where r.collection = of_collection and r.environment = of_environment and r.id = page.id offset 0
    ) as r
    order by page.created_at, page.id;
  else
    return query
    select r.id, r.version::text, r.created_at::text, r.updated_at::text, r.body
    from (
      select e.created_at, e.id from "countersign".entries e
      where e.address = list and (e.created_at, e.id) < (after_time, after_id)
      order by e.created_at desc, e.id desc limit at_most
    ) as page
    cross join lateral (
      select r.* from "countersign".records r
      where r.collection = of_collection and r.environment = of_environment and r.id = page.id offset 0
    ) as r
    order by page.created_at desc, page.id desc;
  end if;
end
$find$;

-- Any number of commits that share nothing, each all or nothing. What is judged is numbered in the order of judgement,
-- from 1: guards as given, changes as given, then the unique keys they claim; owners tells for each which commit it is of.
-- Answers the first that does not hold of each commit that is refused, and then has written nothing of it.
-- The function is volatile, so at READ COMMITTED each statement in it sees what was committed before that statement:
-- whatever waited for a lock judges what the winner left behind. Its plans are made once a connection and for any values.
create function "countersign".commit(
  owners integer[],
  -- Items that cannot hold, whatever stands here.
  lost integer[],
  moments bigint[], moment_items integer[],
  free bytea[], free_items integer[],
  -- The records in play, in the order in which all commits lock: op is guard, insert, replace or remove.
  items integer[], ops text[], collections text[], environments text[], ids text[], versions bigint[],
  times bigint[], expiries bigint[], dues bigint[], bodies text[],
  -- What they claim and where they are listed: those of a record are a slice.
  claims_from integer[], claims_to integer[], claims bytea[], claim_items integer[], claim_ids text[],
  places_from integer[], places_to integer[], places bytea[]
) returns integer[]
language plpgsql volatile
set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_bitmapscan = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $commit$
#variable_conflict use_column
declare
  -- No id of a record is this: ids that begin with it go on.
  placeholder constant text := E'\x01';
  met record;
  giver record;
  failed integer[];
  moves boolean;
  claims_anew boolean;
  holds boolean;
  written bigint;
begin
  -- What was acknowledged must survive a crash, also where the role or server was set up for speed. Ends with the
  -- transaction.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  -- Locks in one order for everyone: commits that meet wait for each other, and do not embrace. A lock hands out the
  -- record as the winner left it. A record of no version must not be there; most replaces move nothing.
  select lost || array_agg(w.item) filter (where held.version is distinct from w.version),
    bool_or(w.op = 'remove' or w.op = 'replace' and (
      held.keys <> claims[w.claims_from:w.claims_to] or held.entries <> places[w.places_from:w.places_to]
    )),
    bool_or(w.op = 'insert' and w.claims_from <= w.claims_to)
  into lost, moves, claims_anew
  from unnest(items, ops, collections, environments, ids, versions, claims_from, claims_to, places_from, places_to)
    as w (item, op, collection, environment, id, version, claims_from, claims_to, places_from, places_to)
  left join lateral (
    select r.version, r.keys, r.entries from "countersign".records r
    where r.collection = w.collection and r.environment = w.environment and r.id = w.id
    for update
  ) as held on true;

  if floor(extract(epoch from clock_timestamp()) * 1000) >= any (moments) then
    lost := lost || array(
      select w.item from unnest(moments, moment_items) as w (moment, item)
      where floor(extract(epoch from clock_timestamp()) * 1000) >= w.moment
    );
  end if;

  -- Keys that someone has. A claim is good on one that a record of the same commit gives up.
  if free <> '{}' or claims <> '{}' then
    for met in
      select w.item, w.address, k.id, false as is_claim
      from unnest(free, free_items) as w (address, item) join "countersign".keys k on k.address = w.address
      union all
      select w.item, w.address, k.id, true
      from unnest(claims, claim_items, claim_ids) as w (address, item, id)
      join "countersign".keys k on k.address = w.address where k.id <> w.id
    loop
      select owners[w.item] as owner, met.address <> all (claims[w.claims_from:w.claims_to]) as gives into giver
      from unnest(items, ops, collections, environments, ids, claims_from, claims_to)
        as w (item, op, collection, environment, id, claims_from, claims_to)
      join "countersign".records r
        on r.collection = w.collection and r.environment = w.environment and r.id = w.id
      where w.op in ('replace', 'remove') and w.id = met.id and met.address = any (r.keys);
      if giver.owner <> owners[met.item] then
        -- These two share a key after all: only one after the other have they an outcome each.
        raise sqlstate 'CS001' using message = 'countersign: commits that share a key came together';
      elsif not coalesce(met.is_claim and giver.gives, false) then
        lost := lost || met.item;
      end if;
    end loop;
  end if;

  -- Those that are refused write nothing: what is left are the others.
  if lost <> '{}' then
    failed := array(select distinct owners[item] from unnest(lost) as item);
    lost := array(select min(item) from unnest(lost) as item group by owners[item]);
    if cardinality(failed) = owners[cardinality(owners)] then
      return lost;
    end if;
    ops := array(
      select case when owners[w.item] = any (failed) then 'none' else w.op end
      from unnest(items, ops) with ordinality as w (item, op, nth) order by w.nth
    );
    moments := array(
      select w.moment from unnest(moments, moment_items) as w (moment, item) where owners[w.item] <> all (failed)
    );
    free := array(select w.address from unnest(free, free_items) as w (address, item) where owners[w.item] <> all (failed));
  end if;

  -- From here on what does not hold is a race that another commit won meanwhile: all is taken back, and judged again.
  if moves then
    -- All keys that are given up first: the same commit may pass them on.
    delete from "countersign".keys k where k.address = any (array(
      select held from unnest(ops, collections, environments, ids, claims_from, claims_to)
        as w (op, collection, environment, id, claims_from, claims_to)
      join "countersign".records r
        on r.collection = w.collection and r.environment = w.environment and r.id = w.id
      cross join lateral unnest(r.keys) as held
      where w.op in ('replace', 'remove') and held <> all (claims[w.claims_from:w.claims_to])
    ));
    delete from "countersign".entries e
    using (
      select held, r.created_at, r.id
      from unnest(ops, collections, environments, ids, places_from, places_to)
        as w (op, collection, environment, id, places_from, places_to)
      join "countersign".records r
        on r.collection = w.collection and r.environment = w.environment and r.id = w.id
      cross join lateral unnest(r.entries) as held
      where w.op in ('replace', 'remove') and held <> all (places[w.places_from:w.places_to]) offset 0
    ) as gone
    where e.address = gone.held and e.created_at = gone.created_at and e.id = gone.id;
    insert into "countersign".entries (address, created_at, id)
    select place, r.created_at, r.id
    from unnest(ops, collections, environments, ids, places_from, places_to)
      as w (op, collection, environment, id, places_from, places_to)
    join "countersign".records r
      on r.collection = w.collection and r.environment = w.environment and r.id = w.id
    cross join lateral unnest(places[w.places_from:w.places_to]) as place
    where w.op = 'replace' and place <> all (r.entries)
    on conflict do nothing;
  end if;

  if 'insert' = any (ops) then
    insert into "countersign".records (
      collection, environment, id, version, created_at, updated_at, expires_at, due_at, keys, entries, body
    )
    select w.collection, w.environment, w.id, 1, w.time, w.time, w.expiry, w.due,
      claims[w.claims_from:w.claims_to], places[w.places_from:w.places_to], w.body
    from unnest(
      ops, collections, environments, ids, times, expiries, dues, bodies, claims_from, claims_to, places_from, places_to
    ) as w (op, collection, environment, id, time, expiry, due, body, claims_from, claims_to, places_from, places_to)
    where w.op = 'insert'
    on conflict do nothing;
    get diagnostics written = row_count;
    if written <> cardinality(array_positions(ops, 'insert')) then
      raise serialization_failure using message = 'countersign: another commit inserted the record';
    end if;
    insert into "countersign".entries (address, created_at, id)
    select place, w.time, w.id
    from unnest(ops, ids, times, places_from, places_to) as w (op, id, time, places_from, places_to)
    cross join lateral unnest(places[w.places_from:w.places_to]) as place
    where w.op = 'insert'
    on conflict do nothing;
  end if;

  -- To hold a key for a moment makes those who want it wait, so that it is free until the end and not only now.
  if free <> '{}' or claims_anew or moves then
    with wanted as materialized (
      select distinct on (w.address) w.address, w.id from (
        select claim as address, w.id
        from unnest(ops, ids, claims_from, claims_to) as w (op, id, claims_from, claims_to)
        cross join lateral unnest(claims[w.claims_from:w.claims_to]) as claim
        where w.op = 'insert' or w.op = 'replace' and not exists (
          select from "countersign".keys k where k.address = claim and k.id = w.id
        )
        union all
        select claim, placeholder from unnest(free) as claim
      ) as w
      order by w.address, w.id = placeholder
    ), held as (
      insert into "countersign".keys (address, id) select w.address, w.id from wanted w order by w.address
      on conflict do nothing returning 1
    )
    select (select count(*) from wanted) = (select count(*) from held) into holds;
    if not holds then
      raise serialization_failure using message = 'countersign: another commit took the key';
    end if;
    if free <> '{}' then
      delete from "countersign".keys k where k.address = any (free) and k.id = placeholder;
    end if;
  end if;

  if 'replace' = any (ops) then
    update "countersign".records r
    set version = r.version + 1, updated_at = w.time, expires_at = w.expiry, due_at = w.due, leased_until = null,
      keys = claims[w.claims_from:w.claims_to], entries = places[w.places_from:w.places_to], body = w.body
    from unnest(
      ops, collections, environments, ids, times, expiries, dues, bodies, claims_from, claims_to, places_from, places_to
    ) as w (op, collection, environment, id, time, expiry, due, body, claims_from, claims_to, places_from, places_to)
    where w.op = 'replace' and r.collection = w.collection and r.environment = w.environment and r.id = w.id;
  end if;
  if 'remove' = any (ops) then
    delete from "countersign".records r
    using unnest(ops, collections, environments, ids) as w (op, collection, environment, id)
    where w.op = 'remove' and r.collection = w.collection and r.environment = w.environment and r.id = w.id;
  end if;

  -- To write may have been a wait.
  if floor(extract(epoch from clock_timestamp()) * 1000) >= any (moments) then
    raise serialization_failure using message = 'countersign: a deadline passed meanwhile';
  end if;
  return lost;
end
$commit$;

-- For the statements of commits, which cannot set how they are planned. A condition that may call this is expensive for
-- each row that it is checked on, so no plan reads a table through where an index finds the row, whatever the statistics
-- are. It is never called: the other side of the condition is always true.
create function "countersign".read_through() returns boolean
language plpgsql stable cost 16000
as $read$
begin
  return false;
end
$read$;

-- Ends such a statement, and all that it wrote: a deadline passed while it waited. The function above judges it again.
create function "countersign".late() returns text
language plpgsql volatile
as $late$
begin
  raise sqlstate 'CS002' using message = 'countersign: a deadline passed meanwhile';
end
$late$;

-- Leases what is due, longest due first; what another worker is taking is passed over. The version grows, so that a
-- worker whose lease ran out cannot write over the next one's work; the content does not, so updated_at stays.
create function "countersign".claim(of_collection text, moment bigint, lease bigint, at_most bigint)
returns table (environment text, id text, version text, created_at text, updated_at text, body text)
language plpgsql volatile
set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_bitmapscan = off set enable_sort = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $claim$
#variable_conflict use_column
begin
  return query
  with waiting as materialized (
    select r.environment, r.id from "countersign".records r
    where r.collection = of_collection and r.due_at <= moment and (r.leased_until is null or r.leased_until <= moment)
    order by r.due_at, r.id, r.environment limit at_most
    for update skip locked
  ), claimed as (
    update "countersign".records r set version = r.version + 1, leased_until = moment + lease
    from waiting where r.collection = of_collection and r.environment = waiting.environment and r.id = waiting.id
    returning r.environment, r.id, r.version, r.created_at, r.updated_at, r.body, r.due_at
  )
  select c.environment, c.id, c.version::text, c.created_at::text, c.updated_at::text, c.body
  from claimed c order by c.due_at, c.id, c.environment;
end
$claim$;

-- Removes records that had expired, the longest expired first, collection by collection; passes over what is in use.
-- Each collection is one statement: what stands under the addresses of a record is found by them, and the settings keep
-- a planner that takes a batch for a large part of a young table from reading all of it. A node whose clock is ahead of this
-- one's would take what others still live by, so nothing goes before its time has come here too.
create function "countersign".sweep(collections text[], moment bigint, at_most integer) returns integer
language plpgsql volatile
set join_collapse_limit = 1 set enable_bitmapscan = off set enable_sort = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $sweep$
declare
  one text;
  swept integer;
  removed integer := 0;
  past bigint := least(moment, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
begin
  foreach one in array collections loop
    with expired as materialized (
      select r.collection, r.environment, r.id, r.created_at, r.keys, r.entries from "countersign".records r
      where r.collection = one and r.expires_at <= past
      order by r.expires_at, r.id, r.environment limit at_most - removed
      for update skip locked
    ), claims as (
      delete from "countersign".keys k
      using (select unnest(e.keys) as address from expired e) as claimed where k.address = claimed.address
    ), places as (
      delete from "countersign".entries e
      using (select unnest(x.entries) as address, x.created_at, x.id from expired x) as place
      where e.address = place.address and e.created_at = place.created_at and e.id = place.id
    ), gone as (
      delete from "countersign".records r using expired e
      where r.collection = e.collection and r.environment = e.environment and r.id = e.id
      returning 1
    )
    select count(*) into swept from gone;
    removed := removed + swept;
    exit when removed >= at_most;
  end loop;
  return removed;
end
$sweep$;
