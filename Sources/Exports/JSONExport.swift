import Analysis
import Documents
import Runtime
import Signals

/// The whole content as one JSON object, column by column, with times in UTC seconds since 1970: what other exports are
/// compared with.
package enum JSONExport {
    /// The export as a part that is produced on demand.
    package static func part(_ content: ExportContent) -> ExportPart {
        ExportPart(name: "\(content.label).json", mediaType: "application/json", content) { content, take in
            let json = JSONPieces(take)
            try json.object { json in
                try json.fields { json in
                    content.writeOrigin(&json)
                    json.field("start_s", content.window.lowerBound.secondsSince1970)
                    json.field("end_s", content.window.upperBound.secondsSince1970)
                }
                try json.epochs(content)
                try json.activity(content)
                try json.beats(content.beats)
                try json.states(content)
                if let stages = content.stages { try json.stages(stages) }
                if !content.channels.isEmpty { try json.channels(content) }
                try json.readings(content.readings)
                try json.fields { json in
                    json.losses(content.losses)
                    json.measures(content.measures)
                    json.intervals(content.intervals)
                }
            }
            try json.raw("\n")
            try json.finish()
            return Dictionary(content.counts.map { ($0.name, $0.count) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The file, all in memory.
    /// - Throws: `Failure` when the content cannot be read.
    package static func file(_ content: ExportContent) throws -> ExportFile { try part(content).file() }
}

/// JSON that is written piece by piece, so that a night need not fit in memory.
private final class JSONPieces {
    private var bytes: [UInt8] = []
    private let take: ExportPart.ByteConsumer
    private var needsComma = false

    init(_ take: @escaping ExportPart.ByteConsumer) { self.take = take }

    func raw(_ text: String) throws { try raw(Array(text.utf8)) }

    private func raw(_ more: [UInt8]) throws {
        bytes += more
        if bytes.count >= ExportPart.pieceSize { try finish() }
    }

    func finish() throws {
        guard !bytes.isEmpty else { return }
        try take(bytes)
        bytes = []
    }

    func object(_ body: (JSONPieces) throws -> Void) throws {
        try raw("{")
        needsComma = false
        try body(self)
        try raw("}")
        needsComma = true
    }

    func object(_ key: String, _ body: (JSONPieces) throws -> Void) throws {
        try name(key)
        try object(body)
    }

    /// Writes small fields at once.
    func fields(_ body: (inout JSONText) -> Void) throws {
        var json = JSONText()
        body(&json)
        guard !json.bytes.isEmpty else { return }
        try separate()
        try raw(json.bytes)
        needsComma = true
    }

    func column<Items: Sequence>(_ name: String, _ items: Items, _ value: (Items.Element) -> Double?) throws {
        try column(name, items) { json, item in json.value(value(item)) }
    }

    func column<Items: Sequence>(_ name: String, _ items: Items, _ value: (Items.Element) -> String?) throws {
        try column(name, items) { json, item in json.value(value(item)) }
    }

    private func column<Items: Sequence>(
        _ key: String, _ items: Items, _ add: (inout JSONText, Items.Element) -> Void
    ) throws {
        try name(key)
        try raw("[")
        var (json, isFirst) = (JSONText(), true)
        func flush() throws {
            guard !json.bytes.isEmpty else { return }
            if !isFirst { try raw(",") }
            try raw(json.bytes)
            (json, isFirst) = (JSONText(), false)
        }
        for item in items {
            add(&json, item)
            if json.bytes.count >= ExportPart.pieceSize { try flush() }
        }
        try flush()
        try raw("]")
        needsComma = true
    }

    private func name(_ key: String) throws {
        try separate()
        try raw("\"\(key)\":")
        needsComma = false
    }

    private func separate() throws { if needsComma { try raw(",") } }
}

extension JSONPieces {
    fileprivate func epochs(_ content: ExportContent) throws {
        try object("epochs") { json in
            try json.fields { $0.field("seconds", content.epochSeconds) }
            try json.column("time_s", content.epochs) { $0.start.secondsSince1970 }
            try json.column("samples", content.epochs) { Double($0.motion?.samples ?? 0) }
            try json.column("enmo_g", content.epochs) { $0.motion?.enmo }
            try json.column("mad_g", content.epochs) { $0.motion?.mad }
            try json.column("angle_z_deg", content.epochs) { $0.motion?.angleZ }
            try json.column("beats", content.epochs) { Double($0.heart?.beats ?? 0) }
            try json.column("heart_rate_bpm", content.epochs) { $0.heart?.rate }
        }
    }

    fileprivate func activity(_ content: ExportContent) throws {
        try object("activity") { json in
            try json.fields { $0.field("seconds", content.activitySeconds) }
            try json.column("time_s", content.activity) { $0.start.secondsSince1970 }
            try json.column("count", content.activity) { $0.count }
        }
    }

    fileprivate func beats(_ beats: [Beat]) throws {
        try object("beats") { json in
            try json.column("time_s", beats) { $0.time.secondsSince1970 }
            try json.column("rr_ms", beats) { $0.rr }
            try json.column("label", beats) { $0.label.rawValue }
        }
    }

    fileprivate func states(_ content: ExportContent) throws {
        try object("states") { json in
            try json.fields { $0.field("start_s", content.statesStart.secondsSince1970) }
            try json.fields { $0.field("seconds", content.stateSeconds) }
            try json.column("state", content.states) { $0.name }
            if !content.hypnogram.isEmpty { try json.column("stage", content.hypnogram) { $0.rawValue } }
        }
    }

    fileprivate func stages(_ night: StagedNight) throws {
        try object("stages") { json in
            try json.fields { $0.field("method", "\(night.method.name)/\(night.method.version)") }
            try json.fields { $0.field("tier", night.tier.rawValue) }
            try json.fields { $0.field("confidence", night.confidence.value) }
            try json.fields { $0.field("start_s", night.start) }
            try json.fields { $0.field("seconds", StagedNight.epochSeconds) }
            try json.column("p_wake", night.epochs) { $0.awake }
            try json.column("p_light", night.epochs) { $0.light }
            try json.column("p_deep", night.epochs) { $0.deep }
            try json.column("p_rem", night.epochs) { $0.rem }
        }
    }

    fileprivate func channels(_ content: ExportContent) throws {
        try object("channels") { json in
            try json.fields { $0.field("start_s", content.channelsStart.secondsSince1970) }
            try json.fields { $0.field("seconds", content.channelSeconds) }
            try json.object("units") { json in
                try json.fields { for channel in content.channels { $0.field(channel.name, channel.unit) } }
            }
            for channel in content.channels { try json.column(channel.name, channel.values) { $0 } }
        }
    }

    fileprivate func readings(_ readings: [LoadReading]) throws {
        try object("load") { json in
            try json.column("time_s", readings) { $0.time.secondsSince1970 }
            try json.column("load", readings) { $0.load }
            try json.column("state", readings) { $0.state?.rawValue }
            try json.column("state_held", readings) { $0.isHeld ? 1 : 0 }
            try json.column("confidence", readings) { $0.confidence.value }
            try json.column("stale", readings) { $0.isStale ? 1 : 0 }
            try json.column("heart_rate_bpm", readings) { $0.heartRate.value }
            try json.column("rmssd_ms", readings) { $0.rmssd.value }
            try json.column("sdnn_ms", readings) { $0.sdnn.value }
            try json.column("motion_g", readings) { $0.motion }
            try json.column("reasons", readings) { $0.reasons.joined(separator: "; ") }
        }
    }

}

extension JSONText {
    fileprivate mutating func losses(_ losses: [Loss]) {
        array("losses") { json in
            for loss in losses {
                json.object { json in
                    json.field("cause", loss.cause.rawValue)
                    json.field("count", loss.count)
                    json.field("unit", loss.unit.rawValue)
                    json.field("start_s", loss.first?.secondsSince1970)
                    json.field("end_s", loss.end?.secondsSince1970)
                    json.field("channel", loss.channel?.rawValue)
                    json.field("detail", loss.detail)
                }
            }
        }
    }

    fileprivate mutating func intervals(_ intervals: [NightInterval]) {
        array("intervals") { json in
            for interval in intervals {
                json.object { json in
                    json.field("figure", interval.figure.rawValue)
                    json.field("value", interval.value)
                    json.field("low", interval.low)
                    json.field("high", interval.high)
                    json.field("level", NightInterval.level)
                    json.field("lost_min", interval.lost)
                    json.field("reason", interval.reason)
                }
            }
        }
    }

    fileprivate mutating func measures(_ measures: [ExportContent.Measure]) {
        array("measures") { json in
            for measure in measures {
                json.object { json in
                    json.field("name", measure.name)
                    json.field("value", measure.estimate.value)
                    json.field("reason", measure.estimate.reason)
                    json.field("confidence", measure.estimate.confidence)
                    json.field("method", "\(measure.estimate.method.name)/\(measure.estimate.method.version)")
                }
            }
        }
    }
}
