import Gateway
import Signals
import Store

/// A part of the list of nights, the newest first.
struct NightPage {
    /// The nights of the part.
    let nights: ArraySlice<NightEntry>
    /// The place of the next part; nil at the end.
    let next: String?

    /// The part after a cursor; all without a limit.
    /// - Parameters:
    ///   - all: one for each date, the newest first.
    ///   - cursor: the ``next`` of another part; nil for the first one.
    ///   - limit: at most so many; nil for all.
    /// - Throws: a 422 for a cursor that this list did not give.
    init(_ all: [NightEntry], after cursor: String?, limit: Int?) throws {
        var start = 0
        if let cursor {
            if let place = all.firstIndex(where: { Self.name($0) == cursor }) {
                start = place + 1
            } else if let date = CivilDate(String(cursor.prefix(10))), cursor.dropFirst(10).first == "." {
                // The night itself is gone; another device's of that date, which it stood before, may be here.
                start = all.firstIndex { $0.night.date <= date } ?? all.count
            } else {
                throw HTTPProblem.query("cursor", "must be a cursor that this list gave", cursor)
            }
        }
        nights = all[start...].prefix(limit ?? all.count)
        next = nights.endIndex < all.count ? nights.last.map(Self.name) : nil
    }

    private static func name(_ entry: NightEntry) -> String { "\(entry.night.date).\(entry.night.device.rawValue)" }
}
