import Analysis
import Documents
import Gateway
import Runtime
import Signals
import Store

/// A night as the JSON of its page.
enum NightDocument {
    static func write(_ view: NightView, _ json: inout JSONText) {
        let night = view.night
        json.object { json in
            json.field("date", night.date.description)
            json.field("zone", night.zone)
            offsets(view, &json)
            json.interval("window", night.window)
            json.object("device") { device(view.device, &$0) }
            json.field("wearer", view.wearer?.name)
            json.field("synthetic", view.device.isSynthetic)
            json.field("source", view.isImported ? "import" : "live")
            json.interval("sleep_period", night.sleepPeriod)
            json.field("sleep_period_reason", night.sleepPeriodReason)
            json.field("edited_s", view.edit?.made.secondsSince1970)
            measures(night, &json)
            states(view, &json)
            staging(view.stages, &json)
            json.array("naps") { json in for nap in night.naps { json.interval(nap) } }
            json.object("tracks") { NightTracks(view).write(&$0) }
            gaps(view, &json)
            json.array("losses") { json in for loss in view.losses { json.loss(loss) } }
            json.array("methods") { json in
                for method in [night.periodMethod, night.scoringMethod] + [view.stages?.method].compactMap({ $0 }) {
                    json.object { json in
                        json.field("name", method.name)
                        json.field("version", method.version)
                    }
                }
            }
            json.array("other_devices") { json in
                for other in view.others { json.object { device(other, &$0) } }
            }
            json.field("previous", view.previous?.description)
            json.field("next", view.next?.description)
        }
    }

    private static func device(_ device: StoredDevice, _ json: inout JSONText) {
        json.field("id", device.id.rawValue)
        json.field("name", "\(device.identity.maker) \(device.identity.model) \(device.identity.serial)")
        json.field("maker", device.identity.maker)
        json.field("model", device.identity.model)
        json.field("synthetic", device.isSynthetic)
    }

    private static func measures(_ night: Night, _ json: inout JSONText) {
        let measures = night.measures
        json.object("measures") { json in
            json.estimate("total_sleep_min", measures.totalSleepTime, unit: "min")
            json.estimate("onset_latency_min", measures.sleepOnsetLatency, unit: "min")
            json.estimate("waso_min", doubted(measures.wakeAfterSleepOnset, night), unit: "min")
            json.estimate("efficiency_percent", doubted(measures.sleepEfficiency, night), unit: "%")
            json.estimate("awakenings", doubted(measures.awakenings, night), unit: "1")
            json.estimate("fragmentation_percent", night.fragmentation, unit: "%")
            json.estimate("sleep_period_min", measures.sleepPeriod, unit: "min")
            json.estimate("time_in_bed_min", measures.timeInBed, unit: "min")
            json.estimate("mid_sleep_h", measures.midSleep, unit: "h")
        }
        json.object("confidence") { json in
            json.field("value", night.sleepPeriod == nil ? nil : night.confidence.value)
            json.field("completeness", night.confidence.completeness)
            json.field("wear", night.confidence.wear)
            json.field("agreement", night.confidence.agreement)
        }
    }

    /// A figure that rests on wake, with the reason to doubt it where there is one.
    private static func doubted(_ estimate: Estimate, _ night: Night) -> Estimate {
        var estimate = estimate
        if estimate.value != nil { estimate.reason = night.wakeDoubt }
        return estimate
    }

    private static func states(_ view: NightView, _ json: inout JSONText) {
        let night = view.night
        let letters: [Character] = night.states.indices.map { index in
            switch night.states[index] {
            case .unknown: "?"
            case .awake: "A"
            case .asleep: kind(view.stages?.kind(during: night.epoch(at: index)))
            case .notWorn: "N"
            }
        }
        json.object("states") { json in
            json.field("start_s", night.statesStart)
            json.field("epoch_s", night.epochSeconds)
            json.field("values", String(letters))
        }
    }

    private static func kind(_ stage: SleepStage?) -> Character {
        switch stage {
        case .light: "L"
        case .deep: "D"
        case .rem: "R"
        default: "S"
        }
    }

    /// What made the kinds of sleep, with each epoch's probabilities; null for a night without them.
    private static func staging(_ night: StagedNight?, _ json: inout JSONText) {
        guard let night else { return json.field("staging", nil as String?) }
        let columns: [(String, [Double?])] = [
            ("p_wake", night.epochs.map(\.awake)), ("p_light", night.epochs.map(\.light)),
            ("p_deep", night.epochs.map(\.deep)), ("p_rem", night.epochs.map(\.rem)),
        ]
        json.object("staging") { json in
            json.field("method", night.method.name)
            json.field("version", night.method.version)
            json.field("tier", night.tier.rawValue)
            json.field("validated", night.tier.isValidated)
            json.field("confidence", night.confidence.value)
            json.field("start_s", night.start)
            json.field("epoch_s", StagedNight.epochSeconds)
            for (name, values) in columns {
                json.array(name) { json in
                    for value in values { json.value(value.map { ($0 * 1000).rounded() / 1000 }) }
                }
            }
        }
    }

    /// The offsets from UTC that hold in the window: at its start, and from each change of the clock on.
    private static func offsets(_ view: NightView, _ json: inout JSONText) {
        let window = view.night.window
        json.array("utc_offset_transitions") { json in
            var hour = window.lowerBound
            var last: Int?
            while hour < window.upperBound {
                let offset = view.zone.offset(at: hour)
                if offset != last {
                    json.array { json in
                        json.value(hour.secondsSince1970)
                        json.value(offset)
                    }
                }
                last = offset
                hour = hour.advanced(bySeconds: 900)
            }
        }
    }

    /// Losses with an extent, for shading.
    private static func gaps(_ view: NightView, _ json: inout JSONText) {
        json.array("gaps") { json in
            for loss in view.losses {
                guard let first = loss.first, let end = loss.end, end > first else { continue }
                json.object { json in
                    json.field("start_s", first)
                    json.field("end_s", end)
                    json.field("cause", loss.cause.rawValue)
                    json.field("detail", loss.detail)
                }
            }
        }
    }
}

extension JSONText {
    /// An interval as an object, or null.
    fileprivate mutating func interval(_ key: String, _ interval: Range<Instant>?) {
        guard let interval else { return field(key, nil as String?) }
        object(key) { Self.bounds(interval, &$0) }
    }

    fileprivate mutating func interval(_ interval: Range<Instant>) {
        object { Self.bounds(interval, &$0) }
    }

    private static func bounds(_ interval: Range<Instant>, _ json: inout JSONText) {
        json.field("start_s", interval.lowerBound)
        json.field("end_s", interval.upperBound)
    }
}
