import Signals

/// Raw acceleration as GGIR reads it with `read.myacc.csv`: seconds since 1970 and three axes in g, and beside it the call that
/// names these columns. What was not recorded has no rows, and GGIR is told to look for that.
package enum GGIRExport {
    /// The table and the call; neither is made yet. None for content without raw signals.
    package static func parts(_ content: ExportContent) -> [ExportPart] {
        guard let raw = content.raw else { return [] }
        return [
            ExportPart(name: "\(content.label).ggir.csv", mediaType: "text/csv; charset=utf-8", content) { _, take in
                try write(raw, take)
            },
            ExportPart(name: "\(content.label).ggir.R", mediaType: "text/plain; charset=utf-8", content) {
                content, take in
                try take(Array(call(try raw.survey(), content).utf8))
                return [:]
            },
        ]
    }

    private static func write(_ raw: RawSignals, _ take: @escaping ExportPart.ByteConsumer) throws -> [String: Int] {
        var table = CSVTable(take)
        table.header(["time", "x", "y", "z"])
        var stamps = UnixText()
        try raw.forEachBatch { batch in
            guard isAcceleration(batch.channel, batch.axes) else { return }
            for index in 0..<batch.count {
                table.field(ascii: stamps.bytes(batch.times.instant(at: index)))
                for axis in 0..<3 { table.field(sample: batch.values[index * 3 + axis]) }
                try table.endRow()
            }
        }
        try table.finish()
        guard table.rows > 0 else {
            throw Failure(.failed, "Nothing here is acceleration of three axes, which is what GGIR reads.")
        }
        return [RawSignals.name(.acceleration): table.rows]
    }

    private static func isAcceleration(_ channel: Channel, _ axes: Int) -> Bool {
        channel == .acceleration && axes == 3
    }

    /// GGIR counts in whole samples a second: other rates are brought to the nearest by their times.
    private static func call(_ survey: RawSurvey, _ content: ExportContent) -> String {
        let stream = survey.streams.first { isAcceleration($0.channel, $0.axes) }
        let hertz = stream?.hertz ?? 100
        let rate = max(1, Int(hertz.rounded()))
        let resample = abs(hertz - Double(rate)) > 1e-6
        return """
            # Raw acceleration of \(content.label), recorded at \((hertz * 1e4).rounded() / 1e4) Hz. The .csv lies in a folder of its own.
            library(GGIR)
            GGIR(
              datadir = "FOLDER", outputdir = "RESULTS", desiredtz = "\(content.zone.name)",
              rmc.firstrow.acc = 2, rmc.col.time = 1, rmc.col.acc = 2:4,
              rmc.unit.acc = "g", rmc.unit.time = "UNIXsec", rmc.desiredtz = "\(content.zone.name)",
              rmc.sf = \(rate), rmc.doresample = \(resample ? "TRUE" : "FALSE"), rmc.check4timegaps = TRUE
            )

            """
    }
}

/// Times as seconds since 1970 with six decimals.
private struct UnixText {
    private var second: Int64 = .min
    private var head: [UInt8] = []

    mutating func bytes(_ instant: Instant) -> [UInt8] {
        let billion: Int64 = 1_000_000_000
        var second = instant.nanoseconds / billion
        var nanosecond = instant.nanoseconds % billion
        if nanosecond < 0 { (second, nanosecond) = (second - 1, nanosecond + billion) }
        if second != self.second { (self.second, head) = (second, Array("\(second).".utf8)) }
        return head + StampText.microseconds(nanosecond)
    }
}
