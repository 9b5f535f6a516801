/// Rows of tables for spreadsheets and statistics.
enum TableText {
    /// A row, with its end.
    static func row(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\n" }

    /// A number in full; empty for none.
    static func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }

    /// A field of a table; one that a spreadsheet would take for a formula is text.
    private static func quoted(_ field: String) -> String {
        let isFormula = Double(field) == nil && field.first.map { "=+-@\t\r".contains($0) } ?? false
        let text = isFormula ? "'\(field)" : field
        guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
