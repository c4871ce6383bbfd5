/** A file that cannot be brought in. Its message is a sentence for the owner. */
export class ReportRefused extends Error {}
