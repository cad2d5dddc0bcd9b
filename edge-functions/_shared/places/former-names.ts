/**
 * Names of places that the place book (PSGC) does not have: short names, former names, and regions to which provinces
 * belonged. Reviewed by hand; a test holds every present name to the place book.
 *
 * Sources: RA 11297 (Davao de Oro, 2019), RA 8814 (no change of Cotabato's short name), RA 11054 (Bangsamoro, 2018),
 * RA 11550 (Maguindanao, 2022), RA 12000 (Negros Island Region, 2024), EO 91 of 2025 (Sulu in Region IX), EO 36 and 38 of
 * 2001 and EO 103 of 2002 (Regions IV, IX to XIII), and the former names that the PSA prints in brackets.
 */

/** Regions by the number that they go by, and by other names. Words as `placeSpelling` gives them. */
export const regionNames: readonly { name: string; number?: string; also: readonly string[] }[] = [
  {
    name: "National Capital Region (NCR)",
    also: ["ncr", "national capital", "metro manila", "metropolitan manila"],
  },
  {
    name: "Cordillera Administrative Region (CAR)",
    also: ["car", "cordillera", "cordillera administrative"],
  },
  { name: "Region I (Ilocos Region)", number: "1", also: ["ilocos"] },
  { name: "Region II (Cagayan Valley)", number: "2", also: ["cagayan valley"] },
  { name: "Region III (Central Luzon)", number: "3", also: ["central luzon"] },
  { name: "Region IV-A (CALABARZON)", number: "4a", also: ["calabarzon"] },
  {
    name: "MIMAROPA Region",
    number: "4b",
    also: ["mimaropa", "southwestern tagalog"],
  },
  { name: "Region V (Bicol Region)", number: "5", also: ["bicol"] },
  { name: "Region VI (Western Visayas)", number: "6", also: ["western visayas"] },
  { name: "Negros Island Region (NIR)", also: ["nir", "negros island", "region xviii", "negros"] },
  { name: "Region VII (Central Visayas)", number: "7", also: ["central visayas"] },
  { name: "Region VIII (Eastern Visayas)", number: "8", also: ["eastern visayas"] },
  { name: "Region IX (Zamboanga Peninsula)", number: "9", also: ["zamboanga peninsula", "western mindanao"] },
  { name: "Region X (Northern Mindanao)", number: "10", also: ["northern mindanao"] },
  { name: "Region XI (Davao Region)", number: "11", also: ["davao", "southern mindanao"] },
  {
    name: "Region XII (SOCCSKSARGEN)",
    number: "12",
    also: ["soccsksargen", "socsksargen", "central mindanao"],
  },
  { name: "Region XIII (Caraga)", number: "13", also: ["caraga"] },
  {
    name: "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)",
    also: [
      "barmm",
      "armm",
      "bangsamoro",
      "bangsamoro autonomous region in muslim mindanao",
      "autonomous region in muslim mindanao",
      "muslim mindanao",
    ],
  },
];

/** Regions that are no more, and what they were divided into: the province says which. */
export const dividedRegions: Readonly<Record<string, readonly string[]>> = {
  "4": ["Region IV-A (CALABARZON)", "MIMAROPA Region"],
};

/** Each province with the regions to which it belonged before. */
export const movedProvinces: Readonly<Record<string, { now: string; before: readonly string[] }>> = {
  "Negros Occidental": { now: "Negros Island Region (NIR)", before: ["Region VI (Western Visayas)"] },
  "Negros Oriental": { now: "Negros Island Region (NIR)", before: ["Region VII (Central Visayas)"] },
  Siquijor: { now: "Negros Island Region (NIR)", before: ["Region VII (Central Visayas)"] },
  Sulu: {
    now: "Region IX (Zamboanga Peninsula)",
    before: ["Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)"],
  },
  Basilan: {
    now: "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)",
    before: ["Region IX (Zamboanga Peninsula)"],
  },
  "Tawi-Tawi": {
    now: "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)",
    before: ["Region IX (Zamboanga Peninsula)"],
  },
  "Lanao del Sur": {
    now: "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)",
    before: ["Region XII (SOCCSKSARGEN)"],
  },
  "Lanao del Norte": { now: "Region X (Northern Mindanao)", before: ["Region XII (SOCCSKSARGEN)"] },
  "Maguindanao del Norte": {
    now: "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)",
    before: ["Region XII (SOCCSKSARGEN)"],
  },
  "Maguindanao del Sur": {
    now: "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)",
    before: ["Region XII (SOCCSKSARGEN)"],
  },
  "South Cotabato": { now: "Region XII (SOCCSKSARGEN)", before: ["Region XI (Davao Region)"] },
  Sarangani: { now: "Region XII (SOCCSKSARGEN)", before: ["Region XI (Davao Region)"] },
  Aurora: { now: "Region III (Central Luzon)", before: ["Region IV-A (CALABARZON)"] },
  Palawan: { now: "MIMAROPA Region", before: ["Region IV-A (CALABARZON)", "Region VI (Western Visayas)"] },
  Marinduque: { now: "MIMAROPA Region", before: ["Region IV-A (CALABARZON)"] },
  Romblon: { now: "MIMAROPA Region", before: ["Region IV-A (CALABARZON)"] },
  "Occidental Mindoro": { now: "MIMAROPA Region", before: ["Region IV-A (CALABARZON)"] },
  "Oriental Mindoro": { now: "MIMAROPA Region", before: ["Region IV-A (CALABARZON)"] },
  Abra: { now: "Cordillera Administrative Region (CAR)", before: ["Region I (Ilocos Region)"] },
  Benguet: { now: "Cordillera Administrative Region (CAR)", before: ["Region I (Ilocos Region)"] },
  "Mountain Province": {
    now: "Cordillera Administrative Region (CAR)",
    before: ["Region I (Ilocos Region)"],
  },
  Ifugao: { now: "Cordillera Administrative Region (CAR)", before: ["Region II (Cagayan Valley)"] },
  Kalinga: { now: "Cordillera Administrative Region (CAR)", before: ["Region II (Cagayan Valley)"] },
  Apayao: { now: "Cordillera Administrative Region (CAR)", before: ["Region II (Cagayan Valley)"] },
  "Agusan del Norte": { now: "Region XIII (Caraga)", before: ["Region X (Northern Mindanao)"] },
  "Agusan del Sur": { now: "Region XIII (Caraga)", before: ["Region X (Northern Mindanao)"] },
  "Surigao del Norte": { now: "Region XIII (Caraga)", before: ["Region X (Northern Mindanao)"] },
  "Dinagat Islands": { now: "Region XIII (Caraga)", before: ["Region X (Northern Mindanao)"] },
  "Surigao del Sur": { now: "Region XIII (Caraga)", before: ["Region XI (Davao Region)"] },
};

/** Provinces of the former Region IV, which say into which of its parts they went. */
export const formerRegionFour: Readonly<Record<string, string>> = {
  Batangas: "Region IV-A (CALABARZON)",
  Cavite: "Region IV-A (CALABARZON)",
  Laguna: "Region IV-A (CALABARZON)",
  Quezon: "Region IV-A (CALABARZON)",
  Rizal: "Region IV-A (CALABARZON)",
  Aurora: "Region III (Central Luzon)",
  Palawan: "MIMAROPA Region",
  Marinduque: "MIMAROPA Region",
  Romblon: "MIMAROPA Region",
  "Occidental Mindoro": "MIMAROPA Region",
  "Oriental Mindoro": "MIMAROPA Region",
};

/** Other names of provinces, in words. The order of words, "del", and "Occ." for Occidental are read by rule. */
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

/** Provinces that were divided: the town says into which. */
export const dividedProvinces: Readonly<Record<string, readonly string[]>> = {
  maguindanao: ["Maguindanao del Norte", "Maguindanao del Sur"],
};

/** Other names of towns, by province. Words as `placeSpelling` gives them. */
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
