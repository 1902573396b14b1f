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
-- would otherwise take a longer way. So also the list of all records of an environment is kept as entries.
create index records_due on "countersign".records (collection, due_at, id, environment) where due_at is not null;
create index records_expiry on "countersign".records (collection, expires_at, id, environment)
  where expires_at is not null;

-- Who has a unique key. An address is the digest of collection, environment, key and values: of any length, of one size.
create table "countersign".keys (
  address bytea primary key,
  id text collate "C" not null
);

-- Who stands in an index, or in the list of all, in the order in which pages are read.
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

create function "countersign".addresses(spelled json) returns bytea[]
language sql immutable parallel safe
return array(select "countersign".address(one) from json_array_elements_text(spelled) as one);

-- One commit: says why it conflicts and over what, and then has written nothing; or answers nulls, and has written all.
-- The function is volatile, so at READ COMMITTED each statement in it sees what was committed before that statement:
-- whatever waited for a lock judges what the winner left behind.
create function "countersign".commit(guards json, changes json, out because text, out culprit text)
language plpgsql volatile as $commit$
#variable_conflict use_column
declare
  item record;
  held record;
  deadline bigint;
  claimed bytea;
  claims bytea[];
  places bytea[];
  placeholders bytea[] := '{}';
begin
  -- What was acknowledged must survive a crash, also where the role or server was set up for speed. Ends with the
  -- transaction.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  -- Locks in one order for everyone: commits that meet wait for each other, and do not embrace.
  for item in
    select g.collection, g.environment, g.id
    from json_to_recordset(guards) as g (guard text, collection text, environment text, id text)
    where g.guard = 'version'
    union
    select c.collection, c.environment, c.id
    from json_to_recordset(changes) as c (op text, collection text, environment text, id text)
    where c.op <> 'insert'
    order by 1, 2, 3
  loop
    perform 1 from "countersign".records r
    where r.collection = item.collection and r.environment = item.environment and r.id = item.id
    for update;
  end loop;

  -- The first conflict there is: guards as given, then changes as given, then unique keys. Every record that is judged
  -- is locked while it is, also one that appeared after the loop above looked for it.
  for item in
    select * from json_to_recordset(guards)
    as g (guard text, collection text, environment text, id text, version bigint, address text, at bigint)
  loop
    if item.guard = 'before' then
      if floor(extract(epoch from clock_timestamp()) * 1000) >= item.at then
        because := 'late'; culprit := ''; return;
      end if;
      deadline := least(deadline, item.at);
    elsif item.guard = 'version' then
      perform 1 from "countersign".records r
      where r.collection = item.collection and r.environment = item.environment and r.id = item.id
        and r.version = item.version
      for update;
      if not found then
        because := 'version'; culprit := item.collection; return;
      end if;
    else
      perform 1 from "countersign".keys k where k.address = "countersign".address(item.address);
      if found then
        because := 'taken'; culprit := item.collection; return;
      end if;
    end if;
  end loop;

  for item in
    select * from json_to_recordset(changes)
    as c (op text, collection text, environment text, id text, version bigint)
  loop
    perform 1 from "countersign".records r
    where r.collection = item.collection and r.environment = item.environment and r.id = item.id
      and (item.op = 'insert' or r.version = item.version)
    for update;
    if found and item.op = 'insert' then
      because := 'taken'; culprit := item.collection; return;
    elsif not found and item.op <> 'insert' then
      because := 'version'; culprit := item.collection; return;
    end if;
  end loop;

  -- From here on a conflict is a race that another commit won meanwhile; this block takes back what it wrote.
  begin
    -- To hold a key for a moment makes those who want it wait, so that it is free until the end and not only now.
    for item in
      select distinct on (g.address) g.address, g.collection
      from json_to_recordset(guards) as g (guard text, collection text, address text)
      where g.guard = 'free' order by g.address
    loop
      insert into "countersign".keys (address, id) values ("countersign".address(item.address), '')
      on conflict do nothing;
      if not found then
        because := 'taken'; culprit := item.collection; raise sqlstate 'CS001';
      end if;
      placeholders := placeholders || "countersign".address(item.address);
    end loop;
    if placeholders <> '{}' then
      delete from "countersign".keys k where k.address = any (placeholders);
    end if;

    -- All keys that are given up first: the same commit may pass them on.
    for item in
      select * from json_to_recordset(changes)
      as c (op text, collection text, environment text, id text, keys json) where c.op <> 'insert'
    loop
      select r.keys into strict held from "countersign".records r
      where r.collection = item.collection and r.environment = item.environment and r.id = item.id;
      claims := "countersign".addresses(item.keys);
      if not held.keys <@ claims then
        delete from "countersign".keys k where k.address = any (held.keys) and k.address <> all (claims);
      end if;
    end loop;

    for item in
      select * from json_to_recordset(changes) as c (
        op text, collection text, environment text, id text, at bigint, expires_at bigint, due_at bigint,
        keys json, entries json, body text
      )
    loop
      claims := "countersign".addresses(item.keys);
      places := "countersign".addresses(item.entries);
      if item.op = 'insert' then
        select item.at as created_at, '{}'::bytea[] as keys, '{}'::bytea[] as entries into held;
        insert into "countersign".records (
          collection, environment, id, version, created_at, updated_at, expires_at, due_at, keys, entries, body
        ) values (
          item.collection, item.environment, item.id, 1, item.at, item.at, item.expires_at, item.due_at,
          claims, places, item.body
        ) on conflict do nothing;
        if not found then
          because := 'taken'; culprit := item.collection; raise sqlstate 'CS001';
        end if;
      else
        select r.created_at, r.keys, r.entries into strict held from "countersign".records r
        where r.collection = item.collection and r.environment = item.environment and r.id = item.id;
        if item.op = 'replace' then
          update "countersign".records r
          set version = r.version + 1, updated_at = item.at, expires_at = item.expires_at, due_at = item.due_at,
            leased_until = null, keys = claims, entries = places, body = item.body
          where r.collection = item.collection and r.environment = item.environment and r.id = item.id;
        else
          delete from "countersign".records r
          where r.collection = item.collection and r.environment = item.environment and r.id = item.id;
        end if;
      end if;

      -- Most replaces move nothing.
      if not held.entries <@ places then
        delete from "countersign".entries e
        where e.address = any (held.entries) and e.address <> all (places)
          and e.created_at = held.created_at and e.id = item.id;
      end if;
      if not places <@ held.entries then
        insert into "countersign".entries (address, created_at, id)
        select place, held.created_at, item.id from unnest(places) as place where place <> all (held.entries)
        on conflict do nothing;
      end if;
      foreach claimed in array claims loop
        if claimed = any (held.keys) then
          continue;
        end if;
        insert into "countersign".keys (address, id) values (claimed, item.id) on conflict do nothing;
        if not found then
          because := 'taken'; culprit := item.collection; raise sqlstate 'CS001';
        end if;
      end loop;
    end loop;

    -- To claim a key may have been a wait.
    if floor(extract(epoch from clock_timestamp()) * 1000) >= deadline then
      because := 'late'; culprit := ''; raise sqlstate 'CS001';
    end if;
  exception when sqlstate 'CS001' then
    return;
  end;
end
$commit$;

-- Removes records that had expired, the longest expired first, collection by collection; passes over what is in use.
-- Each collection is one statement: what stands under the addresses of a record is found by them, and the settings keep
-- a planner that takes a batch for a large part of a young table from reading all of it.
create function "countersign".sweep(collections text[], moment bigint, at_most integer) returns integer
language plpgsql volatile
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $sweep$
declare
  one text;
  swept integer;
  removed integer := 0;
begin
  foreach one in array collections loop
    with expired as materialized (
      select r.collection, r.environment, r.id, r.created_at, r.keys, r.entries from "countersign".records r
      where r.collection = one and r.expires_at <= moment
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
