import Analysis
import Runtime
import Signals

/// The whole content as one JSON object, column by column, with times in UTC seconds since 1970: what other exports are
/// compared with.
public enum JSONExport {
    /// The file.
    public static func file(_ content: ExportContent) -> ExportFile {
        var json = JSONText()
        json.object { json in
            content.writeOrigin(&json)
            json.field("start_s", content.window.lowerBound.secondsSince1970)
            json.field("end_s", content.window.upperBound.secondsSince1970)
            json.epochs(content)
            json.activity(content)
            json.beats(content.beats)
            json.states(content)
            if let stages = content.stages { json.stages(stages) }
            json.readings(content.readings)
            json.losses(content.losses)
            json.measures(content.measures)
        }
        let counts = Dictionary(content.counts.map { ($0.name, $0.count) }, uniquingKeysWith: { first, _ in first })
        return ExportFile(
            name: "\(content.label).json", mediaType: "application/json", bytes: json.bytes + Array("\n".utf8),
            counts: counts)
    }
}

extension JSONText {
    fileprivate mutating func column<T>(_ name: String, _ items: [T], _ value: (T) -> Double?) {
        array(name) { json in for item in items { json.value(value(item)) } }
    }

    fileprivate mutating func column<T>(_ name: String, _ items: [T], _ value: (T) -> String?) {
        array(name) { json in for item in items { json.value(value(item)) } }
    }

    fileprivate mutating func epochs(_ content: ExportContent) {
        object("epochs") { json in
            json.field("seconds", content.epochSeconds)
            json.column("time_s", content.epochs) { $0.start.secondsSince1970 }
            json.column("samples", content.epochs) { Double($0.motion?.samples ?? 0) }
            json.column("enmo_g", content.epochs) { $0.motion?.enmo }
            json.column("mad_g", content.epochs) { $0.motion?.mad }
            json.column("angle_z_deg", content.epochs) { $0.motion?.angleZ }
            json.column("beats", content.epochs) { Double($0.heart?.beats ?? 0) }
            json.column("heart_rate_bpm", content.epochs) { $0.heart?.rate }
        }
    }

    fileprivate mutating func activity(_ content: ExportContent) {
        object("activity") { json in
            json.field("seconds", content.activitySeconds)
            json.column("time_s", content.activity) { $0.start.secondsSince1970 }
            json.column("count", content.activity) { $0.count }
        }
    }

    fileprivate mutating func beats(_ beats: [Beat]) {
        object("beats") { json in
            json.column("time_s", beats) { $0.time.secondsSince1970 }
            json.column("rr_ms", beats) { $0.rr }
            json.column("label", beats) { $0.label.rawValue }
        }
    }

    fileprivate mutating func states(_ content: ExportContent) {
        object("states") { json in
            json.field("start_s", content.statesStart.secondsSince1970)
            json.field("seconds", content.stateSeconds)
            json.column("state", content.states) { $0.name }
        }
    }

    fileprivate mutating func stages(_ night: StagedNight) {
        object("stages") { json in
            json.field("method", "\(night.method.name)/\(night.method.version)")
            json.field("tier", night.tier.rawValue)
            json.field("confidence", night.confidence.value)
            json.field("start_s", night.start)
            json.field("seconds", StagedNight.epochSeconds)
            json.column("stage", night.epochs) { $0.stage.name }
            json.column("p_wake", night.epochs) { $0.awake }
            json.column("p_light", night.epochs) { $0.light }
            json.column("p_deep", night.epochs) { $0.deep }
            json.column("p_rem", night.epochs) { $0.rem }
        }
    }

    fileprivate mutating func readings(_ readings: [LoadReading]) {
        object("load") { json in
            json.column("time_s", readings) { $0.time.secondsSince1970 }
            json.column("load", readings) { $0.load }
            json.column("state", readings) { $0.state?.rawValue }
            json.column("state_held", readings) { $0.isHeld ? 1 : 0 }
            json.column("confidence", readings) { $0.confidence.value }
            json.column("stale", readings) { $0.isStale ? 1 : 0 }
            json.column("heart_rate_bpm", readings) { $0.heartRate.value }
            json.column("rmssd_ms", readings) { $0.rmssd.value }
            json.column("sdnn_ms", readings) { $0.sdnn.value }
            json.column("motion_g", readings) { $0.motion }
            json.column("reasons", readings) { $0.reasons.joined(separator: "; ") }
        }
    }

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
