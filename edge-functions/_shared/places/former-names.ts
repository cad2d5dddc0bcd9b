/**
 * Names of places that the place book, the official list of places (PSGC), lacks: short names, former names, and former
 * regions of provinces. Reviewed by hand. A test checks that the place book has every present name.
 *
 * Sources: RA 11297 (Davao de Oro, 2019), RA 8814 (no change of Cotabato's short name), RA 11054 (Bangsamoro, 2018), RA
 * 11550 (Maguindanao, 2022), RA 12000 (Negros Island Region, 2024), EO 91 of 2025 (Sulu in Region IX), EO 36 and 38 of
 * 2001 and EO 103 of 2002 (Regions IV, IX to XIII), and the former names that the PSA prints in brackets.
 */

/**
 * Regions, each with a key (its number, if it has one), its official name, and other names normalized with
 * `normalizePlaceName`.
 */
export const regionNames: readonly { key: string; name: string; also: readonly string[] }[] = [
  { key: "ncr", name: "National Capital Region (NCR)", also: ["national capital", "metro manila"] },
  { key: "car", name: "Cordillera Administrative Region (CAR)", also: ["cordillera"] },
  { key: "1", name: "Region I (Ilocos Region)", also: ["ilocos"] },
  { key: "2", name: "Region II (Cagayan Valley)", also: [] },
  { key: "3", name: "Region III (Central Luzon)", also: [] },
  { key: "4a", name: "Region IV-A (CALABARZON)", also: [] },
  { key: "4b", name: "MIMAROPA Region", also: ["southwestern tagalog"] },
  { key: "5", name: "Region V (Bicol Region)", also: ["bicol"] },
  { key: "6", name: "Region VI (Western Visayas)", also: [] },
  { key: "nir", name: "Negros Island Region (NIR)", also: ["region xviii"] },
  { key: "7", name: "Region VII (Central Visayas)", also: [] },
  { key: "8", name: "Region VIII (Eastern Visayas)", also: [] },
  { key: "9", name: "Region IX (Zamboanga Peninsula)", also: ["western mindanao"] },
  { key: "10", name: "Region X (Northern Mindanao)", also: [] },
  { key: "11", name: "Region XI (Davao Region)", also: ["southern mindanao"] },
  { key: "12", name: "Region XII (SOCCSKSARGEN)", also: ["central mindanao"] },
  { key: "13", name: "Region XIII (Caraga)", also: [] },
  {
    key: "barmm",
    name: "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)",
    also: ["armm", "bangsamoro", "autonomous region in muslim mindanao", "muslim mindanao"],
  },
];

/** Provinces that moved to another region. Region 4 no longer exists, because it was divided into 4-A and 4-B. */
export const movedProvinces: readonly {
  from: readonly string[];
  to: string;
  provinces: readonly string[];
}[] = [
  { from: ["6"], to: "nir", provinces: ["Negros Occidental"] },
  { from: ["7"], to: "nir", provinces: ["Negros Oriental", "Siquijor"] },
  { from: ["barmm"], to: "9", provinces: ["Sulu"] },
  { from: ["9"], to: "barmm", provinces: ["Basilan", "Tawi-Tawi"] },
  { from: ["12"], to: "barmm", provinces: ["Lanao del Sur", "Maguindanao del Norte", "Maguindanao del Sur"] },
  { from: ["12"], to: "10", provinces: ["Lanao del Norte"] },
  { from: ["11"], to: "12", provinces: ["South Cotabato", "Sarangani"] },
  { from: ["4"], to: "4a", provinces: ["Batangas", "Cavite", "Laguna", "Quezon", "Rizal"] },
  { from: ["4", "4a"], to: "3", provinces: ["Aurora"] },
  {
    from: ["4", "4a", "6"],
    to: "4b",
    provinces: ["Palawan", "Marinduque", "Romblon", "Occidental Mindoro", "Oriental Mindoro"],
  },
  { from: ["1"], to: "car", provinces: ["Abra", "Benguet", "Mountain Province"] },
  { from: ["2"], to: "car", provinces: ["Ifugao", "Kalinga", "Apayao"] },
  {
    from: ["10"],
    to: "13",
    provinces: ["Agusan del Norte", "Agusan del Sur", "Surigao del Norte", "Dinagat Islands"],
  },
  { from: ["11"], to: "13", provinces: ["Surigao del Sur"] },
];

/**
 * Other names of provinces, in lower case. Differences in word order, "del" and abbreviations such as "Occ." need no
 * entry, because `present-place.ts` normalizes them.
 */
export const provinceNames: Readonly<Record<string, readonly string[]>> = {
  "Davao de Oro": ["compostela valley", "comval", "compostela"],
  Cotabato: ["north cotabato", "northern cotabato"],
  Samar: ["western samar", "west samar"],
  "Northern Samar": ["north samar"],
  "Eastern Samar": ["east samar"],
  "Southern Leyte": ["south leyte"],
  "Mountain Province": ["mountain", "mount", "mountain prov"],
  "Metro Manila": ["ncr", "national capital", "metropolitan manila"],
  "Dinagat Islands": ["dinagat", "dinagat island"],
  "Davao del Norte": ["davao north"],
  "Davao del Sur": ["davao south"],
  "Camarines Norte": ["camnorte"],
  "Camarines Sur": ["camsur"],
  "Sultan Kudarat": ["sk", "s kudarat"],
  "Special Geographic Area": ["sga"],
  "Tawi-Tawi": ["tawitawi"],
  Guimaras: ["guimaras island"],
  Siquijor: ["siquijor island"],
  Camiguin: ["camiguin island"],
  Quezon: ["tayabas"],
};

/** Provinces that were divided, each with its new provinces. The town of a row determines its new province. */
export const dividedProvinces: Readonly<Record<string, readonly string[]>> = {
  maguindanao: ["Maguindanao del Norte", "Maguindanao del Sur"],
};

/** Other names of towns, by province. The keys are normalized with `normalizePlaceName`. */
export const townNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Nueva Ecija": {
    papaya: "General Tinio",
    "general natividad": "General Mamerto Natividad",
    "general m natividad": "General Mamerto Natividad",
    bitulok: "Gabaldon",
    talugtog: "Talugtug",
    munoz: "Science City of Muñoz",
    "san jose": "San Jose City",
  },
  "Davao de Oro": { "san mariano": "Maragusan", "dona alicia": "Mabini" },
  Isabela: { magsaysay: "Delfin Albano", callang: "San Manuel" },
  Pampanga: { sexmoan: "Sasmuan" },
  Bulacan: { bigaa: "Balagtas", quingua: "Plaridel" },
  "Ilocos Norte": { espiritu: "Banna" },
  Rizal: { montalban: "Rodriguez" },
  "Lanao del Norte": { karomatan: "Sultan Naga Dimaporo" },
  "Misamis Occidental": { "don mariano marcos": "Don Victoriano Chiongbian" },
  "Negros Occidental": {
    saravia: "Enrique B. Magalona",
    magallon: "Moises Padilla",
    "don salvador benedicto": "Salvador Benedicto",
  },
  "Negros Oriental": { payabon: "Bindoy", ayuquitan: "Amlan", luzuriaga: "Valencia" },
  Palawan: { bacuit: "El Nido", marcos: "Dr. Jose P. Rizal", rizal: "Dr. Jose P. Rizal" },
  Romblon: { imelda: "Santa Maria" },
  "Surigao del Norte": { sapao: "Santa Monica", numancia: "Del Carmen" },
  "Zamboanga del Norte": { bacungan: "Leon T. Postigo", ponot: "Jose Dalman" },
  Albay: { locsin: "Daraga", malacbalac: "Pio Duran" },
  "Camarines Norte": { indan: "Vinzons" },
  "Maguindanao del Norte": { dinaig: "Datu Odin Sinsuat", nuling: "Sultan Kudarat" },
  "Maguindanao del Sur": { maganoy: "Shariff Aguak" },
};
