import Analysis
import Documents
import Recordings
import Runtime
import Signals

/// What a decoder said of a recording, for the store and for a person.
enum SummaryText {
    /// The summary as JSON, for the store.
    /// - Parameter shift: nanoseconds by which its clock was corrected.
    static func json(_ summary: RecordingSummary, shift: Int64 = 0) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.field("format", summary.header.format)
            json.field("zone", summary.header.zone)
            if shift != 0 { json.field("shift_s", Double(shift) / 1e9) }
            json.field("samples", summary.samples)
            json.field("segments", summary.segments.count)
            json.array("channels", summary.header.channels.map(\.channel.rawValue))
            json.object("metadata") { json in
                for (key, value) in summary.header.metadata.sorted(by: { $0.key < $1.key }) { json.field(key, value) }
            }
        }
        return json.bytes
    }

    /// The channels of a recording, as its summary in the store names them.
    static func channels(_ summary: [UInt8]) -> [Channel] {
        guard case .array(let names) = (try? JSONValue(parsing: summary))?.object?["channels"] else { return [] }
        return names.compactMap { $0.string.map(Channel.init(rawValue:)) }
    }

    /// Nanoseconds by which the clock of a recording was corrected, as its summary in the store says.
    static func shift(_ summary: [UInt8]) -> Int64 {
        guard let seconds = (try? JSONValue(parsing: summary))?.object?["shift_s"]?.number else { return 0 }
        return Int64(exactly: (seconds * 1e9).rounded()) ?? 0
    }

    /// One or two sentences about what was found and what was lost.
    static func sentence(_ summary: RecordingSummary, nights: [Night], problem: String?) -> String {
        let device = summary.header.device
        var text = "\(device.maker) \(device.model) \(device.serial): \(summary.samples) samples"
        if let start = summary.start, let end = summary.end {
            text += " over \((end.seconds(since: start) / 360).rounded() / 10) h"
        }
        text += nights.count == 1 ? ", 1 night." : ", \(nights.count) nights."
        if let problem { text += " \(problem)" }
        if !summary.losses.isEmpty {
            let causes = Set(summary.losses.map(\.cause.rawValue)).sorted().joined(separator: ", ")
            text += " Something is missing or in doubt (\(causes)); the details are kept with the recording."
        }
        return text
    }
}
