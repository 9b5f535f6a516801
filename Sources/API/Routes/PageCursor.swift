import Signals

/// A place in a list that is ordered by time, as clients pass it back without looking into it.
struct PageCursor {
    /// The time of the entry at the place.
    var time: Instant
    /// Its number.
    var row: Int64
    /// Whether those before it are asked for, in the list's order.
    var isBackwards = false

    /// The text of the cursor.
    var text: String { "\(isBackwards ? "b" : "f")\(String(time.nanoseconds, radix: 36)).\(String(row, radix: 36))" }

    init(time: Instant, row: Int64, isBackwards: Bool = false) {
        self.time = time
        self.row = row
        self.isBackwards = isBackwards
    }

    /// The cursor of a request; nil without one.
    /// - Throws: a 422 for what is no cursor.
    init?(_ request: HTTPRequest) throws {
        guard let text = request.query["cursor"] else { return nil }
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard let way = text.first, way == "f" || way == "b", parts.count == 2, let time = Int64(parts[0], radix: 36),
            let row = Int64(parts[1], radix: 36)
        else { throw HTTPProblem.query("cursor", "must be a cursor that this list gave", text) }
        self.init(time: Instant(nanoseconds: time), row: row, isBackwards: way == "b")
    }
}
