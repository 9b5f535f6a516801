import Documents
import Signals

extension SoakRecord {
    /// How long it was watched, in seconds.
    func seconds(until end: Instant) -> Double { max(0, end.seconds(since: begun)) }

    /// The report for a person.
    func lines(until end: Instant) -> [String] {
        var lines = ["Watched for \(Self.duration(seconds(until: end)))."]
        if lostLines > 0 { lines.append("The line to the gateway was lost \(Self.times(lostLines)).") }
        if devices.isEmpty { lines.append("No device was in use; `nightjar devices` lists those that are near.") }
        for device in devices.values.sorted(by: { $0.name < $1.name }) { lines += Self.lines(device, until: end) }
        for (first, second, alignment) in alignments {
            let what = alignment.means == .beats ? "of beats have a partner" : "correlation of movement"
            lines.append(
                "\(second.name) is \(Self.number(alignment.milliseconds)) ms behind \(first.name), "
                    + "± \(Self.number(alignment.spread)) ms, by \(alignment.means.rawValue) "
                    + "(\(Self.number(alignment.agreement, 2)) \(what)).")
        }
        if devices.count > 1, alignments.isEmpty {
            lines.append("No two devices could be held against each other: that needs beats or movement of both.")
        }
        return lines
    }

    private static func lines(_ device: SoakDevice, until end: Instant) -> [String] {
        var lines = [device.name]
        for (name, stream) in device.streams.sorted(by: { $0.key < $1.key }) {
            let silence = stream.silence(at: end)
            let longest = max(stream.longestSilence, silence)
            let ending = silence >= SoakDevice.away ? ", still away: nothing for \(number(silence, 1)) s" : ""
            lines.append("  \(name): told \(times(stream.events)), longest silence \(number(longest, 1)) s\(ending)")
        }
        if device.streams.isEmpty { lines.append("  nothing came") }
        if let rate = device.motionRate { lines.append("  movement: \(number(rate, 3)) samples per second came") }
        if device.losses.isEmpty { lines.append("  lost: nothing") }
        for (key, loss) in device.losses.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "  lost of \(key.channel): \(number(loss.amount, 1)) \(key.unit), \(key.cause), \(times(loss.times))")
        }
        lines.append("  interrupted \(times(device.interruptions.count)), resumed \(times(device.resumptions))")
        for interruption in device.interruptions.prefix(10) { lines.append("    \(interruption.reason)") }
        if let battery = device.battery {
            let hourly = device.batteryPerHour.map { ", \(number($0, 1)) % an hour" } ?? ""
            lines.append("  battery: from \(battery.first) to \(battery.last) %\(hourly)")
        }
        if let drift = device.drift.partsPerMillion {
            lines.append("  clock: \(number(drift, 1)) ppm against this machine's, by its beats")
        } else {
            lines.append("  clock: not known; that needs ten minutes of beats without a gap")
        }
        return lines
    }

    /// The report for programs.
    func json(until end: Instant, _ json: inout JSONText) {
        json.field("seconds", seconds(until: end))
        json.field("lost_lines", lostLines)
        json.array("devices") { json in
            for device in devices.values.sorted(by: { $0.id < $1.id }) {
                json.object { Self.write(device, until: end, &$0) }
            }
        }
        json.array("alignments") { json in
            for (first, second, alignment) in alignments {
                json.object { json in
                    json.field("first", first.id)
                    json.field("second", second.id)
                    json.field("by", alignment.means.rawValue)
                    json.field("ms", alignment.milliseconds)
                    json.field("spread_ms", alignment.spread)
                    json.field("agreement", alignment.agreement)
                }
            }
        }
    }

    private static func write(_ device: SoakDevice, until end: Instant, _ json: inout JSONText) {
        json.field("id", device.id)
        json.field("name", device.name)
        json.array("streams") { json in
            for (name, stream) in device.streams.sorted(by: { $0.key < $1.key }) {
                json.object { json in
                    json.field("channel", name)
                    json.field("events", stream.events)
                    json.field("longest_silence_s", max(stream.longestSilence, stream.silence(at: end)))
                    json.field("silent_at_end_s", stream.silence(at: end))
                }
            }
        }
        json.field("motion_rate_hz", device.motionRate)
        json.array("losses") { json in
            for (key, loss) in device.losses.sorted(by: { $0.key < $1.key }) {
                json.object { json in
                    json.field("channel", key.channel)
                    json.field("cause", key.cause)
                    json.field("count", loss.amount)
                    json.field("unit", key.unit)
                    json.field("times", loss.times)
                }
            }
        }
        json.field("interruptions", device.interruptions.count)
        json.array("reasons", device.interruptions.prefix(100).map(\.reason))
        json.field("resumptions", device.resumptions)
        json.field("battery_first_percent", device.battery?.first)
        json.field("battery_last_percent", device.battery?.last)
        json.field("battery_percent_per_hour", device.batteryPerHour)
        json.field("clock_drift_ppm", device.drift.partsPerMillion)
        json.field("clock_drift_over_s", device.drift.seconds)
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    static func number(_ value: Double, _ digits: Int = 0) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        let factor = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        let rounded = (value * factor).rounded() / factor
        return digits == 0 ? "\(Int(rounded))" : "\(rounded)"
    }

    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(), 1e9))
        return whole >= 3600
            ? "\(whole / 3600) h \(whole / 60 % 60) min"
            : whole >= 60 ? "\(whole / 60) min \(whole % 60) s" : "\(whole) s"
    }
}
