import Documents
import Recordings
import Runtime
import Signals

/// What a recording holds, as JSON or for a person.
struct SummaryText {
    var summary: RecordingSummary

    /// The summary as a JSON object.
    var json: String {
        var json = JSONText()
        json.object { json in
            json.field("format", summary.header.format)
            json.object("device", device)
            json.array("channels") { json in
                for channel in summary.header.channels { json.object { fields(of: channel, in: &$0) } }
            }
            json.field("samples", summary.samples)
            json.field("start_s", summary.start?.secondsSince1970)
            json.field("end_s", summary.end?.secondsSince1970)
            json.field("zone", summary.header.zone)
            json.array("segments") { json in
                for segment in summary.segments { json.object { fields(of: segment, in: &$0) } }
            }
            json.array("losses") { json in
                for loss in summary.losses { json.object { fields(of: loss, in: &$0) } }
            }
            json.object("metadata") { json in
                for (key, value) in summary.header.metadata.sorted(by: { $0.key < $1.key }) { json.field(key, value) }
            }
        }
        return json.string
    }

    /// The summary as lines of text.
    var lines: [String] {
        let header = summary.header
        let device = [header.device.maker, header.device.model, header.device.serial].filter { !$0.isEmpty }
        let count = summary.segments.count
        var lines = [
            "\(device.joined(separator: " ")) (\(header.format)), "
                + "\(summary.samples) samples in \(count) segment\(count == 1 ? "" : "s")"
        ]
        if let start = summary.start, let end = summary.end {
            lines.append(
                "\(CivilTime(nanoseconds: start.nanoseconds)) to \(CivilTime(nanoseconds: end.nanoseconds)) UTC")
        }
        for channel in header.channels {
            let hertz = (channel.observedRate ?? channel.nominalRate).map { ($0 * 1e4).rounded() / 1e4 }
            let rate = hertz.map { " at \($0) Hz" } ?? ""
            lines.append(
                "\(channel.channel.rawValue): \(channel.axes.joined(separator: " ")), \(channel.unit.word)\(rate)")
        }
        for loss in summary.losses {
            lines.append("\(loss.cause.rawValue): \(loss.count) \(loss.unit.rawValue), \(loss.detail)")
        }
        return lines
    }

    private func device(_ json: inout JSONText) {
        let device = summary.header.device
        json.field("maker", device.maker)
        json.field("model", device.model)
        json.field("id", device.serial)
        json.field("firmware", device.firmware.isEmpty ? nil : device.firmware)
    }

    private func fields(of channel: RecordedChannel, in json: inout JSONText) {
        json.field("name", channel.channel.rawValue)
        json.array("axes", channel.axes)
        json.field("unit", channel.unit.word)
        json.field("nominal_rate_hz", channel.nominalRate)
        json.field("observed_rate_hz", channel.observedRate)
        json.field("range", channel.range)
    }

    private func fields(of segment: RecordingSegment, in json: inout JSONText) {
        json.field("first", segment.first)
        json.field("count", segment.count)
        json.field("start_s", segment.start.secondsSince1970)
        json.field("end_s", segment.end.secondsSince1970)
    }

    private func fields(of loss: Loss, in json: inout JSONText) {
        json.field("cause", loss.cause.rawValue)
        json.field("count", loss.count)
        json.field("unit", loss.unit.rawValue)
        json.field("first_s", loss.first?.secondsSince1970)
        json.field("detail", loss.detail)
    }
}

extension SignalUnit {
    /// The name of the unit in output.
    var word: String {
        switch self {
        case .standardGravity: "g"
        case .degreesPerSecond: "dps"
        case .celsius: "degC"
        case .lux: "lux"
        case .perMinute: "bpm"
        case .count: "count"
        default: rawValue
        }
    }
}
