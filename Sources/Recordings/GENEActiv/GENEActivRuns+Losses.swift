import Signals

extension GENEActivRuns {
    /// Hands on what is left, and tells what the pages lack.
    mutating func finish(_ pages: GENEActivPages, into sink: inout some RecordingSink) throws {
        try flush(into: &sink)
        try slow.finish(into: &sink)
        let end = collector.segments.last?.end
        if pages.damaged > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(pages.damaged), unit: .blocks,
                    detail: "\(pages.damaged) pages have lines that are damaged or missing, the first before byte "
                        + "\(pages.firstDamage ?? 0); they are left out"))
        }
        if let kept = pages.cutPage {
            ledger.add(
                Loss(
                    .truncated, count: 1, unit: .blocks, first: end,
                    detail: "the file ends inside a page, of which \(kept) of \(GENEActivPage.samples) samples are kept"
                ))
        }
        if let promised = header.pageCount, promised > pages.count + pages.damaged {
            ledger.add(
                Loss(
                    .truncated, count: Double(promised - pages.count - pages.damaged), unit: .blocks, first: end,
                    detail: "the header promises \(promised) pages and the file has \(pages.count + pages.damaged)"))
        }
        if unstamped > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unstamped), unit: .blocks,
                    detail: "\(unstamped) pages have no readable time; their samples follow those before"))
        }
    }

    /// Tells that the page after the one expected at `expected` is stamped `stamp`, nanoseconds on the recorder's wall.
    mutating func tellHole(from expected: Int64, to stamp: Int64) {
        let seconds = Double(abs(stamp - expected)) / 1e9
        ledger.add(
            stamp > expected
                ? Loss(
                    .gap, count: seconds, unit: .seconds, first: wall.instant(expected), end: wall.instant(stamp),
                    channel: .acceleration, detail: "no pages for \(seconds) s")
                : Loss(
                    .clockStep, count: seconds, unit: .seconds, first: wall.instant(stamp),
                    detail: "the recorder's clock went back by \(seconds) s"))
    }
}
