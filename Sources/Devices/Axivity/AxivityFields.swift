import Signals

/// The fields of a reply, divided by commas. Replies are 7-bit text of at most ``AxivityLine/longestLine`` bytes.
struct AxivityFields {
    private let fields: [Substring]
    private let line: String

    /// The fields behind `prefix`.
    /// - Throws: `DecodeError` when the line does not begin with it.
    init(_ line: String, after prefix: String) throws(DecodeError) {
        guard line.utf8.starts(with: prefix.utf8) else {
            throw DecodeError(.mismatch("“\(line)” does not begin with \(prefix)"), at: 0)
        }
        fields = line.dropFirst(prefix.count).split(separator: ",", omittingEmptySubsequences: false)
        self.line = line
    }

    /// Number of fields, at least one.
    var count: Int { fields.count }

    /// A field as it is; empty when there are not so many.
    func text(_ index: Int) -> String { index < fields.count ? String(fields[index]) : "" }

    /// A field as a whole number.
    /// - Throws: `DecodeError` when it is missing, none, or too large for `T`.
    func number<T: FixedWidthInteger>(_ index: Int, radix: Int = 10) throws(DecodeError) -> T {
        guard index < fields.count, let number = T(fields[index], radix: radix) else {
            throw DecodeError(.invalid("field \(index + 1) of “\(line)” is no number"), at: 0)
        }
        return number
    }
}
