import Signals

/// The file formats that can be read.
public enum RecordingFormats {
    /// Every format, the most certain of their own first.
    public static let all: [any RecordingFormat.Type] = [
        CWA.self, GT3X.self, AGD.self, GENEActiv.self, Matrix.self, Actiware.self, Condor.self, MotionWatch.self,
        AWD.self,
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
        throw Failure(
            .failed,
            "\(name) is not a recording of a known kind (its first bytes are \(hexadecimal(head.prefix(8)))). "
                + "Supported are \(all.map { $0.title }.joined(separator: ", ")).")
    }

    /// Decodes `file` by its own format into `sink`.
    /// - Throws: `Failure` when the format is unknown or nothing can be read; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions = DecodeOptions(), into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var summary = try format(of: file).decode(file, options: options, into: &sink)
        summary.losses += file.losses
        return summary
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}
