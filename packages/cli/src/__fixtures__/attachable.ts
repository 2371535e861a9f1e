// The smallest attachments: a PDF and a Word document of one line each, and a PNG of one pixel.

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

/** "Minutes of May: 7 decisions" */
export const DOCX = Buffer.from(
  "UEsDBBQAAAAIAAAAAADHHBc8CgAAAAgAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbLMJqSxILda3AwBQSwMEFAAAAAgAAAAAALqbEVFPAAAAaAAAAAsAAABfcmVscy8ucmVsc7MJSs1JLMnMzyvOyCwotrNB5iqEVBak2ipllJQUWOnrV+jnp6VlJqe65CeX5qbmlSgphCQWpaeW2CqV5xel6KdAhfUqcnOU9O1s9FENBgBQSwMEFAAAAAgAAAAAAKI5YW+bAAAA1wAAABEAAAB3b3JkL2RvY3VtZW50LnhtbEXOTQ6DIBCG4asQDiC2izYhiifwEBRHJQGGzODf7Rvsopvn2735uuGMQexA7DH18tG0cjDdoSd0W4RUxBlDYn30ci0la6XYrRAtN5ghnTHMSNEWbpAWdSBNmdABs09LDOrZti8VrU+yJj84XXVzhSp3XXO2DnqZCRhoB2lGn7YCLHAWo720eIsJnK8HuVOHLqZKt/n2V1b/1+YLUEsBAhQAFAAAAAgAAAAAAMccFzwKAAAACAAAABMAAAAAAAAAAAAAAAAAAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECFAAUAAAACAAAAAAAupsRUU8AAABoAAAACwAAAAAAAAAAAAAAAAA7AAAAX3JlbHMvLnJlbHNQSwECFAAUAAAACAAAAAAAojlhb5sAAADXAAAAEQAAAAAAAAAAAAAAAACzAAAAd29yZC9kb2N1bWVudC54bWxQSwUGAAAAAAMAAwC5AAAAfQEAAAAA",
  "base64",
)

export function pdf(words: string): Buffer {
  const content = `BT /F1 12 Tf 72 720 Td (${words}) Tj ET`
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]
  let file = "%PDF-1.4\n"
  const rows = objects.map((body, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, "0")} 00000 n \n`
  })
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join("")}`
  return Buffer.from(`${file}${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`)
}
