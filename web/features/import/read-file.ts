const MAX_BYTES = 2_000_000;

export type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly sentence: string };

/** A spreadsheet's text as it was saved: UTF-8, UTF-16 with its mark, else Windows-1252 as Excel in Brazil writes it. */
export async function readSheetFile(file: File): Promise<FileText> {
  if (file.size > MAX_BYTES) return refused('O arquivo é grande demais. Deixe só as colunas que interessam.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return refused('Este arquivo é uma pasta do Excel. Salve como CSV, ou copie as células e cole aqui.');
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    return refused('Este arquivo é um Excel antigo. Salve como CSV, ou copie as células e cole aqui.');
  return { ok: true, text: textOf(bytes) };
}

export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const refused = (sentence: string): FileText => ({ ok: false, sentence });
