-- The tables and functions of Countersign. All collections share one table, because their declarations in core drive the
-- adapters, so a new collection needs no migration. Every name has its schema, so no statement depends on the search_path.
-- The file creates the schema "countersign". migrate(pool, { schema }) replaces that name.

-- keys and entries are the addresses of the record in the two tables below, so that a write can delete them without a
-- search. body is the JSON text as received: the types json and jsonb reject some texts, and jsonb reorders members.
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
-- Every login updates its account, and every sweep leaves dead rows. Free space in a page lets the update avoid the
-- indexes (HOT), and a vacuum after 2 % of dead rows lets scans skip them, at any size of the table.
with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);

-- The primary key is the only index of this table, so the planner cannot choose a slower one before it has statistics.
-- For the same reason, the list of all records of an environment, where a collection declares it, is stored as entries.
create index records_due on "countersign".records (collection, environment, due_at, id) where due_at is not null;
create index records_expiry on "countersign".records (collection, expires_at, id, environment)
  where expires_at is not null;

-- The owner of each unique key. An address is the digest of collection, environment, key and values, so values of any
-- length have an address of one size.
create table "countersign".keys (
  address bytea primary key,
  id text collate "C" not null
);

-- The records of each lookup index, in the order of its pages.
create table "countersign".entries (
  address bytea not null,
  created_at bigint not null,
  id text collate "C" not null,
  primary key (address, created_at, id)
)
-- Frequent vacuums keep the visibility map current, which index-only scans need.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create function "countersign".address(spelled text) returns bytea
language sql immutable strict parallel safe
return sha256(convert_to(spelled, 'UTF8'));

-- Reads records by id, records by a unique key, and pages of indexes in one snapshot. Each returned row has the number
-- of its request. The address of a linked page is computed from pieces, some of which are fields of another record. If
-- that record is absent, the address is null and matches no row.
-- Plans are generic and cached per connection, and reach each row through an index, even in a small table. Joins run in the
-- written order, and "offset 0" prevents the planner from flattening a subquery. Without both, a planner without statistics,
-- as after a restore, would read all records of the environment for each row.
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
          -- The json type returns the text as written, unlike jsonb. Addresses use the same text.
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
    -- The limit applies to the entries, so only the records of the page are read.
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

-- Reads a page of a list after a position, newest or oldest first. The limit applies to the entries.
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

-- Executes a batch of commits that share no record and no key. Each commit is atomic. Conditions (items) are numbered from 1
-- in the order in which they are checked: the guards, the changes, then the unique keys that the changes claim. owners has
-- the commit of each item. Returns the first failed item of each commit that conflicts; such a commit writes nothing.
-- The function is volatile, so at READ COMMITTED each statement in it has its own snapshot: after a wait for a lock it
-- checks the rows that the other transaction committed. Plans are generic and cached per connection.
create function "countersign".commit(
  owners integer[],
  -- Items that fail regardless of the stored rows.
  lost integer[],
  moments bigint[], moment_items integer[],
  free bytea[], free_items integer[],
  -- The records of the batch in lock order, which all commits share. op is guard, insert, replace or remove.
  items integer[], ops text[], collections text[], environments text[], ids text[], versions bigint[],
  times bigint[], expiries bigint[], dues bigint[], bodies text[],
  -- The unique keys and the index entries of the records. Each record has a slice of them.
  claims_from integer[], claims_to integer[], claims bytea[], claim_items integer[], claim_ids text[],
  places_from integer[], places_to integer[], places bytea[]
) returns integer[]
language plpgsql volatile
set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_bitmapscan = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $commit$
#variable_conflict use_column
declare
  -- Never the id of a record: an id that begins with this character is longer.
  placeholder constant text := E'\x01';
  met record;
  giver record;
  failed integer[];
  moves boolean;
  claims_anew boolean;
  holds boolean;
  written bigint;
begin
  -- An acknowledged commit must survive a crash and a failover, even if the role or the server has a lower
  -- synchronous_commit. The setting lasts until the end of the transaction.
  if current_setting('synchronous_commit') in ('off', 'local', 'remote_write') then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  -- All commits lock in the same order, so concurrent commits wait and never deadlock. The lock returns the latest
  -- committed version of the row. A condition without a version requires that the record is absent. Most replaces change
  -- neither keys nor entries.
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

  -- Keys that have an owner. A claim on such a key succeeds if a record of the same commit releases it.
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
        -- Two commits of the batch share a key, so the caller must execute them separately.
        raise sqlstate 'CS001' using message = 'countersign: commits that share a key came together';
      elsif not coalesce(met.is_claim and giver.gives, false) then
        lost := lost || met.item;
      end if;
    end loop;
  end if;

  -- Removes the commits that conflict from the batch.
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

  -- A failure from here on means that another commit won a race in the meantime: the batch rolls back and runs again.
  if moves then
    -- Releases keys before any is claimed, because the same commit may move a key to another record.
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

  -- Inserting and deleting a key blocks concurrent claims, so that the key stays free until the transaction ends.
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

  -- A write may have waited for a lock, so deadlines are checked again.
  if floor(extract(epoch from clock_timestamp()) * 1000) >= any (moments) then
    raise serialization_failure using message = 'countersign: a deadline passed meanwhile';
  end if;
  return lost;
end
$commit$;

-- A planner hint for the statements of commits, which cannot change planner settings. Its declared cost makes a condition
-- expensive per row, so that the planner uses an index instead of a sequential scan with any statistics. It is never
-- executed, because the other side of the condition is always true.
create function "countersign".read_through() returns boolean
language plpgsql stable cost 16000
as $read$
begin
  return false;
end
$read$;

-- Aborts such a statement when a deadline passed while it waited. The caller then repeats it with the function above.
create function "countersign".late() returns text
language plpgsql volatile
as $late$
begin
  raise sqlstate 'CS002' using message = 'countersign: a deadline passed meanwhile';
end
$late$;

-- Aborts a commit of a node that has read from another history, so that it reads again: a standby was promoted meanwhile.
create function "countersign".moved() returns text
language plpgsql volatile
as $moved$
begin
  raise sqlstate 'CS003' using message = 'countersign: the server has another history';
end
$moved$;

-- Leases due records and skips those that another worker has locked. The version increases, so that a worker whose lease
-- expired cannot overwrite the work of the next one. updated_at stays, because the content does.
-- Environments take turns, in the order of their names after "turn", the one served last: each gets an equal share of the
-- claim, and what some leave goes to the others. Each step is a probe of the index records_due, one for each environment with
-- queued records and one for each record it gets, so the cost does not depend on how many records wait. A claim looks at most
-- at 1,000 environments; the next one continues after them. An environment
-- gets at most each records, and one of others at most its number in most.
create function "countersign".claim(
  of_collection text, moment bigint, lease bigint, at_most bigint,
  of_mode text, each bigint, others text[], most bigint[], inout turn text,
  out environment text, out id text, out version text, out created_at text, out updated_at text, out body text
) returns setof record
language plpgsql volatile
set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_bitmapscan = off set enable_sort = off
set enable_incremental_sort = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $claim$
#variable_conflict use_column
declare
  began text collate "C" := turn;
  place text collate "C" := case turn when '' then coalesce(of_mode || '/', '') else turn end;
  past text := coalesce(of_mode || '0', '~');
  has_wrapped boolean := false;
  due bigint;
  share bigint;
  waiting bigint;
  wanted bigint;
  one "countersign".records;
  claimed "countersign".records[] := '{}';
  places text[] := '{}';
  shares bigint[] := '{}';
  dues bigint[] := '{}';
  lasts text[] := '{}';
begin
  for probe in 1..1000 loop
    exit when cardinality(places) >= at_most;
    select r.environment, r.due_at into place, due from "countersign".records r
    where r.collection = of_collection and r.environment > place and r.environment < past and r.due_at is not null
    order by r.environment, r.due_at, r.id limit 1;
    if place is null then
      exit when has_wrapped;
      has_wrapped := true;
      place := coalesce(of_mode || '/', '');
      continue;
    end if;
    exit when has_wrapped and place > began;
    turn := place;
    share := least(at_most, coalesce(most[array_position(others, place)], each));
    continue when due > moment or share <= 0;
    perform from "countersign".records r
    where r.collection = of_collection and r.environment = place and r.due_at <= moment
      and (r.leased_until is null or r.leased_until <= moment)
    order by r.due_at, r.id limit 1;
    if found then
      places := places || place;
      shares := shares || share;
      dues := dues || due;
      lasts := lasts || ''::text;
    end if;
  end loop;

  waiting := cardinality(places);
  while at_most > 0 and waiting > 0 loop
    share := greatest(1, at_most / waiting);
    waiting := 0;
    for nth in 1..cardinality(places) loop
      wanted := least(share, at_most, shares[nth]);
      continue when wanted = 0;
      for one in
        select r.* from "countersign".records r
        where r.collection = of_collection and r.environment = places[nth] and r.due_at <= moment
          and (r.due_at, r.id) > (dues[nth], lasts[nth]) and (r.leased_until is null or r.leased_until <= moment)
        order by r.due_at, r.id limit wanted
        for update skip locked
      loop
        update "countersign".records r set version = r.version + 1, leased_until = moment + lease
        where r.collection = of_collection and r.environment = one.environment and r.id = one.id;
        claimed := claimed || one;
        dues[nth] := one.due_at;
        lasts[nth] := one.id;
        turn := places[nth];
        wanted := wanted - 1;
        at_most := at_most - 1;
        shares[nth] := shares[nth] - 1;
      end loop;
      if wanted > 0 then
        shares[nth] := 0;
      elsif shares[nth] > 0 then
        waiting := waiting + 1;
      end if;
    end loop;
  end loop;

  return query
  select turn, c.environment, c.id, (c.version + 1)::text, c.created_at::text, c.updated_at::text, c.body
  from unnest(claimed) as c order by c.due_at, c.id, c.environment;
  -- The next claim continues there, even if this one found nothing.
  if claimed = '{}' then
    return query select turn, null::text, null::text, null::text, null::text, null::text, null::text;
  end if;
end
$claim$;

-- Deletes expired records, the longest expired first, one collection at a time, and skips locked records. Each collection is
-- one statement that finds the keys and entries of a record by their addresses. The planner settings prevent a sequential
-- scan when the batch is a large part of a small table. A record is deleted only if it has expired by the clock of the
-- database too, because the clock of the caller may be ahead.
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
