import Signals

/// Raw signals as comma-separated values: one table per stream, one row per sample, with the time of each.
package enum CSVRawExport {
    /// The tables, named after the content; none is made yet.
    /// - Parameters:
    ///   - content: what is exported.
    ///   - bare: leaves out the block of `# key=value` lines above the header row.
    package static func parts(_ content: ExportContent, bare: Bool = false) -> [ExportPart] {
        guard let raw = content.raw else { return [] }
        return raw.streams.enumerated().map { index, stream in
            // Of a channel that changed its unit or number of values there are several.
            let number = raw.streams[..<index].count { $0.channel == stream.channel }
            let ending = RawSignals.fileName(stream.channel) + (number > 0 ? "-\(number + 1)" : "")
            return ExportPart(
                name: "\(content.label).raw.\(ending).csv", mediaType: "text/csv; charset=utf-8", content
            ) { content, take in
                var table = CSVTable(take)
                try write(raw, stream, content, bare, &table)
                try table.finish()
                return [RawSignals.name(stream.channel): table.rows]
            }
        }
    }

    private static func write(
        _ raw: RawSignals, _ stream: RawSignals.Stream, _ content: ExportContent, _ bare: Bool, _ table: inout CSVTable
    ) throws {
        var stamps = StampText(content.zone)
        var axes: Int?
        try raw.forEachBatch { batch in
            guard stream.holds(batch) else { return }
            if axes == nil {
                let names = RawSignals.axisNames(batch.channel, batch.axes)
                CSVExport.begin(&table, content, bare, units: batch.unit.rawValue, ["time"] + names)
                axes = batch.axes
            }
            guard axes == batch.axes else {
                throw Failure(.failed, "The number of values of \(batch.channel.rawValue) changes; export it as edf.")
            }
            for index in 0..<batch.count {
                table.field(ascii: stamps.bytes(batch.times.instant(at: index)))
                for axis in 0..<batch.axes { table.field(sample: batch.values[index * batch.axes + axis]) }
                try table.endRow()
            }
        }
        if axes == nil {
            CSVExport.begin(&table, content, bare, units: "", ["time", stream.channel.rawValue])
        }
    }
}
