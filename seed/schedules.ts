/**
 * Reporting schedules for the demo: the reporting windows for targets and for accomplishments are open for all offices.
 */
import type { Transaction } from "#shared/server/sql/sql.ts";

/** Number of days, from the day of seeding, that each reporting window stays open. */
const OPEN_DAYS = { target: 75, accomplishment: 120 } as const;

/**
 * Opens each reporting window for the whole country, with an OnGoing schedule from January 1 of this year (Manila
 * time). Skips a window that an OnGoing schedule already opens. Never changes a schedule of an administrator.
 */
export async function seedSchedules(tx: Transaction, author: string | null): Promise<number> {
  let opened = 0;
  for (const [form, days] of Object.entries(OPEN_DAYS)) {
    const result = await tx`
      insert into public.report_schedules (user_id, form, start_date, end_date, status)
      select ${author}::uuid, ${form}::text, date_trunc('year', manila.today)::date, manila.today + ${days}::integer, 'OnGoing'
      from (select (now() at time zone 'Asia/Manila')::date as today) as manila
      where not exists (
        select 1 from public.report_schedules as known
        where known.form = ${form} and known.status = 'OnGoing' and known.region_name is null
          and known.start_date <= manila.today and known.end_date > manila.today
      )`;
    opened += result.count;
  }
  return opened;
}
