/** The inputs of a person's form: texts, and the address from region to municipality. */
import { useId } from "react";
import { isSharedColumn } from "#shared/access/levels.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { type PlaceLevel, usePlaceNames } from "../../../lib/places.ts";
import form from "../../../records/form/fields/form.module.css";
import { named } from "../common/filter-fields.tsx";
import type { Complaints, Entries, PersonField } from "./person-entries.ts";

interface TextProps {
  name: "username" | "email" | "name" | "position";
  label: string;
  entries: Entries;
  problem: string | undefined;
  onChange: (changes: Partial<Entries>) => void;
  required?: boolean;
}

export function PersonText({ name, label, entries, problem, onChange, required }: TextProps) {
  const id = useId();
  return (
    <div className={form.field}>
      <Label id={id} text={label} required={required} />
      <input
        id={id}
        className={form.input}
        type={name === "email" ? "email" : "text"}
        value={entries[name] ?? ""}
        maxLength={250}
        autoComplete="off"
        autoCapitalize={name === "username" ? "none" : undefined}
        spellCheck={name === "name" || name === "position"}
        aria-required={required || undefined}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange({ [name]: event.currentTarget.value || null })}
        onBlur={(event) => onChange({ [name]: event.currentTarget.value.trim() || null })}
      />
      <Problem id={id} message={problem} />
    </div>
  );
}

interface PlacesProps {
  user: CurrentUser;
  entries: Entries;
  complaints: Complaints;
  needed: readonly PersonField[];
  onChange: (changes: Partial<Entries>) => void;
}

const levels = [
  { level: "region", name: "region_name", label: "Region" },
  { level: "province", name: "province_name", label: "Province" },
  { level: "muncity", name: "muncity_name", label: "Municipality or city" },
] as const satisfies readonly { level: PlaceLevel; name: PersonField; label: string }[];

/** A choice above empties what lies below. */
const below: Readonly<Record<string, Partial<Entries>>> = {
  region_name: { province_name: null, muncity_name: null },
  province_name: { muncity_name: null },
};

export function PersonPlaces({ user, entries, complaints, needed, onChange }: PlacesProps) {
  return (
    <div className={form.fields}>
      {levels.map(({ level, name, label }) => (
        <PlaceControl
          key={name}
          level={level}
          label={label}
          value={entries[name]}
          chosen={entries}
          problem={complaints[name]}
          required={needed.includes(name)}
          // An administrator registers people of their own office only.
          own={isSharedColumn(user.level, name) && entries[name] !== null}
          onChange={(value) => onChange({ [name]: value, ...below[name] })}
        />
      ))}
    </div>
  );
}

function PlaceControl(props: {
  level: PlaceLevel;
  label: string;
  value: string | null;
  chosen: Entries;
  problem: string | undefined;
  required: boolean;
  own: boolean;
  onChange: (value: string | null) => void;
}) {
  const id = useId();
  const { names, loading } = usePlaceNames(props.level, props.chosen);
  return (
    <div className={form.field}>
      <Label id={id} text={props.label} required={props.required} />
      <SearchableDropdown
        id={id}
        label={props.label}
        value={props.value}
        options={named(names)}
        loading={loading}
        disabled={props.own}
        invalid={props.problem !== undefined}
        required={props.required}
        describedBy={props.problem ? `${id}-problem` : undefined}
        onChange={props.onChange}
      />
      <Problem id={id} message={props.problem} />
    </div>
  );
}

export function Label({ id, text, required }: { id: string; text: string; required?: boolean | undefined }) {
  return (
    <label htmlFor={id}>
      {text}
      {required && (
        <span className={form.required} aria-hidden="true">
          {" "}
          *
        </span>
      )}
    </label>
  );
}

export function Problem({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p className={form.problem} id={`${id}-problem`}>
      {message}
    </p>
  ) : null;
}
