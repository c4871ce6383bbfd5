/** What was just added stands right where the eye is: at the top. */
export const newestFirst = <Row>(rows: Iterable<Row>): readonly Row[] => [...rows].toReversed();
