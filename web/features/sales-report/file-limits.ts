/** As many bytes as a file may have. A report of a month has some hundred thousand. */
export const MAX_REPORT_BYTES = 8_000_000;

/** Why a file cannot be brought in, for the owner. */
export const TOO_LARGE =
  'O arquivo é grande demais. Peça o relatório de um mês só, ou deixe só as colunas que interessam.';
export const UNREADABLE =
  'Não deu para abrir este arquivo do Excel. Salve de novo como .xlsx ou como CSV, sem senha, e tente outra vez.';
export const OLD_EXCEL = 'Este arquivo é um Excel antigo ou tem senha. Salve como .xlsx ou como CSV e tente outra vez.';
export const NO_LINES = 'Não há linhas neste arquivo. Escolha o relatório de vendas por produto.';
export const TOO_LATE =
  'Este arquivo demora demais para abrir neste aparelho. Peça o relatório de um mês só, ou tente com um CSV.';
