/** Creates a PDF with one page of text lines, like a scanned document. */

/** @param lines Plain ASCII without brackets; the first line is the heading. */
export function pdfOf([heading = "", ...lines]: readonly string[]): Buffer {
  const text = [
    "BT /F2 16 Tf 72 740 Td",
    `(${heading}) Tj`,
    "/F1 11 Tf 0 -36 Td 18 TL",
    ...lines.map((line) => `(${line}) Tj T*`),
    "ET",
  ].join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>",
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Times-Bold>>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = [
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f `,
    ...places.map((place) => `${String(place).padStart(10, "0")} 00000 n `),
    `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
  ];
  return Buffer.from(file + table.join("\n"), "latin1");
}
