import type { Actor } from '@vestibule/contract/platform/access.ts';
import { printTexts as texts } from '@vestibule/phrases/en/visits/server.ts';
import { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import type { Db } from '../../platform/db/database.ts';
import { css, html, type Html, printable } from '../../platform/http/html.ts';
import { orNotFound } from '../../platform/http/refusal.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import { int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

interface Company {
  name: string;
  time_zone: string;
}

const PersonInside = z.strictObject({
  tenant_id: int,
  name: text,
  company_name: text,
  phone: text,
  tenant_name: text,
  host_name: text.nullable(),
  checked_in_at: moment,
});
type PersonInside = z.infer<typeof PersonInside>;

export async function printEvacuationList(
  db: Db,
  actor: Actor,
  companyId: number,
  now = new Date(),
): Promise<{ html: string }> {
  await requireCompany(db, actor, companyId);
  const company = orNotFound(await findCompany(db, companyId));
  const people = await listPeopleInside(db, companyId);
  await audit(db, actor, { action: 'visitor.printed', companyId, subject: 'company', subjectId: companyId });
  return { html: sheet(company, people, now) };
}

async function findCompany(db: Db, companyId: number): Promise<Company | undefined> {
  return db.selectFrom('company').select(['name', 'time_zone']).where('id', '=', companyId).executeTakeFirst();
}

async function listPeopleInside(db: Db, companyId: number): Promise<PersonInside[]> {
  const { rows } = await typedSql(PersonInside)`
    select t.id as tenant_id, o.name, o.company_name, o.phone, t.name as tenant_name, e.name as host_name, o.checked_in_at
    from visit o
    join visitor v on v.company_id = o.company_id and v.id = o.visitor_id
    join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    where o.company_id = ${companyId} and o.checked_out_at is null
    order by t.folded_name, t.id, v.folded_name, v.id`.execute(db);
  return rows;
}

function sheet(company: Company, people: PersonInside[], now: Date): string {
  const { date, time } = buildingTime(company.time_zone);
  const moment = (at: Date) => `${date(at)} ${time(at)}`;
  const body = html`<header>
      <h1>${texts.title(company.name)}</h1>
      <p>${texts.printedAt(moment(now))} · ${texts.inside(people.length)}</p>
    </header>
    ${[...Map.groupBy(people, (person) => person.tenant_id).values()].map((group) => section(group, moment))}
    ${people.length === 0 ? html`<p>${texts.nobody}</p>` : ''}`;
  return printable({ title: texts.title(company.name), style, body });
}

function section(people: PersonInside[], moment: (at: Date) => string): Html {
  return html`<section>
    <table>
      <colgroup>
        <col class="box" />
        <col class="name" />
        <col class="company" />
        <col class="phone" />
        <col />
        <col class="time" />
      </colgroup>
      <thead>
        <tr>
          <th colspan="6" scope="colgroup">
            <h2>${people[0]?.tenant_name ?? ''} <small>${people.length}</small></h2>
          </th>
        </tr>
        <tr>
          <th scope="col" class="box"></th>
          <th scope="col">${texts.name}</th>
          <th scope="col">${texts.company}</th>
          <th scope="col">${texts.phone}</th>
          <th scope="col">${texts.host}</th>
          <th scope="col">${texts.timeIn}</th>
        </tr>
      </thead>
      <tbody>
        ${people.map(
          (person) =>
            html` <tr>
              <td class="box"><span></span></td>
              <td>${person.name}</td>
              <td>${person.company_name}</td>
              <td>${person.phone}</td>
              <td>${person.host_name ?? ''}</td>
              <td>${moment(new Date(person.checked_in_at))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

const style = css`
  @page {
    margin: 14mm 12mm;
    @bottom-right {
      content: counter(page) ' / ' counter(pages);
      font-size: 9pt;
    }
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    font:
      11pt/1.35 system-ui,
      sans-serif;
    color: #000;
    background: #fff;
  }
  h1 {
    margin: 0;
    font-size: 17pt;
  }
  header p {
    margin: 2pt 0 10pt;
  }
  h2 {
    margin: 12pt 0 4pt;
    font-size: 13pt;
  }
  h2 small {
    font-weight: 400;
  }
  table {
    width: 100%;
    table-layout: fixed;
    border-collapse: collapse;
  }
  .name {
    width: 21%;
  }
  .company {
    width: 25%;
  }
  .phone {
    width: 102pt;
  }
  .time {
    width: 68pt;
  }
  thead {
    display: table-header-group;
  }
  th,
  td {
    padding: 4pt;
    border-bottom: 0.5pt solid #888;
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
  th {
    font-size: 9pt;
  }
  th[colspan] {
    padding: 0;
    border: 0;
  }
  tr {
    break-inside: avoid;
  }
  td:nth-child(n + 3) {
    font-size: 10pt;
  }
  td:nth-child(4) {
    white-space: nowrap;
  }
  .box {
    width: 20pt;
    padding-left: 0;
  }
  .box span {
    display: block;
    width: 12pt;
    height: 12pt;
    border: 1pt solid #000;
  }
`;
