/** Invented persons: combinations of common given names and surnames that identify no real person. */
import type { Random } from "./random.ts";

const GIVEN = {
  Male: `Adrian Alberto Alfredo Andres Antonio Arnel Benigno Bernardo Carlito Cesar Crisanto Danilo Dante Domingo Edgardo
Eduardo Efren Emilio Ernesto Felipe Fernando Florencio Francisco Gerardo Gilbert Gregorio Honorio Isagani Jaime Jerome Jose
Julio Leandro Leonardo Lito Lorenzo Manuel Marcelo Mario Melchor Nestor Noel Orlando Pablo Pedro Ramil Ramon Reynaldo
Ricardo Roberto Rodel Rogelio Romeo Ruben Samuel Santiago Teodoro Tomas Vicente Wilfredo`.split(/\s+/u),
  Female:
    `Adelaida Aida Alma Amelia Ana Angelita Aurora Belen Bernadette Carmelita Cecilia Corazon Cristina Dolores Editha
Elena Elvira Emilia Erlinda Esperanza Estrella Evangeline Felicidad Flordeliza Gemma Gina Gloria Imelda Irene Jocelyn
Josefina Judith Leonora Leticia Ligaya Lilia Lorna Lourdes Luzviminda Maria Maribel Marilou Milagros Myrna Nenita Norma
Ofelia Perla Remedios Rosario Rowena Salvacion Susana Teresita Virginia Visitacion Wilma Yolanda Zenaida Zosima`.split(
      /\s+/u,
    ),
} as const;

const SURNAMES =
  `Abad Abella Agustin Alcantara Aquino Asuncion Bagtas Balagtas Baltazar Bautista Beltran Benitez Bernal
Buenaventura Cabrera Calderon Camacho Capili Castillo Castro Catacutan Concepcion Cordero Cortez Cruz Cunanan Dagdag Dantes
Dela-Cruz Delos-Santos Dimaculangan Dizon Domingo Enriquez Escobar Espinosa Estrada Evangelista Fajardo Fernandez Flores
Francisco Galang Galvez Garcia Gatdula Gomez Gonzales Guevarra Gutierrez Guzman Hernandez Ignacio Ilagan Jacinto Javier
Lacson Lagman Laurel Legaspi Lim Lopez Lumbao Mabini Macaraeg Magbanua Magpantay Malonzo Manalo Manansala Mangubat Manuel
Marasigan Marquez Martinez Mendoza Mercado Miranda Morales Natividad Navarro Ocampo Oliveros Ortega Pacheco Padilla Pagulayan
Palma Panganiban Pascual Pineda Quiambao Quinto Ramirez Ramos Reyes Rivera Robles Rosales Roxas Salazar Salonga Samson
Sandoval Santiago Santos Serrano Sison Soriano Sumulong Tadeo Tiongson Tolentino Torres Umali Valdez Valencia Velasco
Ventura Verzosa Villamor Villanueva Yap Zamora`
    .split(/\s+/u)
    .map((name) => name.replace("-", " "));

const INITIALS = "ABCDEFGHILMNOPRSTV";

export type Sex = keyof typeof GIVEN;

/** Returns a name in the format of attendance sheets: "Reyes, Amelia C." */
export function personName(random: Random, sex: Sex): string {
  const second = random.chance(0.25) ? ` ${random.pick(GIVEN[sex])}` : "";
  const initial = INITIALS[random.int(0, INITIALS.length - 1)] ?? "A";
  return `${random.pick(SURNAMES)}, ${random.pick(GIVEN[sex])}${second} ${initial}.`;
}
