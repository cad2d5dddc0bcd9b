/** The landing page (spec section 2), which introduces the product and links to Login. */
import { agencyName, footerYear, productName } from "../lib/product.ts";
import "./entrance.css";
import { PublicLink } from "./public-link.tsx";

const areas = [
  {
    image: "/images/organizations.svg",
    title: "Organizations and communities",
    text: "The masterlists of beneficiary organizations and agrarian reform communities, with the barangays they cover.",
  },
  {
    image: "/images/targets.svg",
    title: "Targets and accomplishments",
    text: "Trainings, products, enterprises and support, each year's targets beside what was accomplished.",
  },
  {
    image: "/images/ledger.svg",
    title: "One ledger for three levels",
    text: "Provincial, regional and central offices work on the same records, each within its own area. Every change is logged with who, what and when.",
  },
];

export function Landing({ goTo }: { goTo: (path: string) => void }) {
  return (
    <div className="landing">
      <header className="landing-bar">
        <img src="/images/mark.svg" alt="" width="40" height="40" />
        <span>{agencyName}</span>
      </header>
      <main>
        <section className="landing-hero">
          <h1>{productName}</h1>
          <p className="landing-lead">
            Record, review, approve and report on agrarian reform beneficiary organizations and communities.
          </p>
          <PublicLink className="button button-large" to="/loginpage" goTo={goTo}>
            Login
          </PublicLink>
        </section>
        <section className="landing-about" aria-labelledby="about">
          <h2 id="about">About</h2>
          <p>
            This system monitors, records and audits data on agrarian reform beneficiaries. It integrates the
            logs and ledgers of every office into one, for transparency, efficiency and compliance: what was
            targeted, what was accomplished, and who recorded it.
          </p>
          <ul className="landing-areas">
            {areas.map((area) => (
              <li key={area.title}>
                <img src={area.image} alt="" width="96" height="72" />
                <h3>{area.title}</h3>
                <p>{area.text}</p>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer className="public-footer">
        {agencyName} · {footerYear}
      </footer>
    </div>
  );
}
