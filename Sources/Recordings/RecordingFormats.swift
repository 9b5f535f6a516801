import Signals

/// The file formats that can be read.
public enum RecordingFormats {
    /// Every format, the most certain of their own first.
    public static let all: [any RecordingFormat.Type] = [
        CWA.self, GT3X.self, AGD.self, GENEActiv.self, Matrix.self, Actiware.self, Condor.self, MotionWatch.self,
        AWD.self, GENEA.self, AxivityWAV.self, ActiGraphCSV.self, Actical.self, Daqtometer.self, Tempatilumi.self,
        NHANESMinutes.self, NHANESRaw.self, AxivityCSV.self, PlainTable.self,
    ]

    /// The format of `file`: by its content, and only when none knows that, by its name in any case.
    /// - Throws: `Failure` when no format knows it, with those that are supported.
    public static func format(of file: RecordingFile) throws -> any RecordingFormat.Type {
        try format(head: try file.head(headSize), name: file.name)
    }

    /// First bytes by which a format is known.
    package static let headSize = 4096

    /// The format of a file of this name that begins so.
    /// - Parameters:
    ///   - head: its first ``headSize`` bytes, or all that it has.
    ///   - name: its name, by which some formats are known.
    /// - Throws: `Failure` when no format knows it, with those that are supported.
    package static func format(head: [UInt8], name: String) throws -> any RecordingFormat.Type {
        if let known = all.first(where: { $0.recognizes(head: head, fileName: "") }) { return known }
        if let named = all.first(where: { $0.recognizes(head: head, fileName: name.lowercased()) }) {
            return named
        }
        // A file's first bytes may be those of a table whose columns nobody has named.
        if let heading = TableHeading(head: head) { throw PlainTable.unnamed(name, heading) }
        throw Failure(
            .failed,
            "\(name) is not a recording of a known kind (its first bytes are \(hexadecimal(head.prefix(8)))). "
                + "Supported are \(all.map { $0.title }.joined(separator: ", ")).")
    }

    /// What `file` itself says of the zone in which it was recorded; nil where it says nothing, or is of no known kind.
    /// - Throws: `Failure` when the disk fails.
    public static func ownZone(of file: RecordingFile) throws -> OwnZone? {
        try (try? format(of: file))?.ownZone(of: file)
    }

    /// Decodes `file` by its own format into `sink`.
    /// - Throws: `Failure` when the format is unknown or nothing can be read; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions = DecodeOptions(), into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let format = try format(of: file, columns: options.columns)
        var summary: RecordingSummary
        if options.shift == 0 {
            summary = try format.decode(file, options: options, into: &sink)
        } else {
            var shifted = ShiftedSink(sink, by: options.shift)
            summary = try format.decode(file, options: options, into: &shifted).shifted(by: options.shift)
            sink = shifted.base
        }
        summary.losses += file.losses
        if options.isZoneGiven, let own = try ownZone(of: file) {
            let asked = options.zone.offset(at: own.start)
            if asked != own.offset {
                summary.losses.append(
                    Loss(
                        .zoneContradiction, count: 1, unit: .blocks,
                        detail: "the file names \(own.text), and \(options.zone.name), which was asked for, had "
                            + "\(OwnZone.text(asked)) then: instants follow the file, days the zone that was asked for")
                )
            }
        }
        return summary
    }

    /// The format of `file`, which may be a table whose columns are named by `columns`.
    private static func format(of file: RecordingFile, columns: ColumnMap?) throws -> any RecordingFormat.Type {
        guard let columns, !columns.columns.isEmpty else { return try format(of: file) }
        let head = try file.head(headSize)
        let known = all.first { $0 != PlainTable.self && $0.recognizes(head: head, fileName: "") }
        return known ?? PlainTable.self
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}
