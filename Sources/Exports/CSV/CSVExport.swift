import Analysis
import Runtime
import Signals

/// Comma-separated values: one table per stream. Times carry wall time, offset and zone, so that a night on which the
/// clock changes is unambiguous: `2026-10-25 01:30:00.000000+0100 [Europe/London]`.
package enum CSVExport {
    private typealias Table = @Sendable (ExportContent, inout CSVTable) throws -> Void

    /// The tables that hold something, named after the content; none is made yet.
    /// - Parameters:
    ///   - content: what is exported.
    ///   - bare: leaves out the block of `# key=value` lines above the header row, which some readers refuse.
    package static func parts(_ content: ExportContent, bare: Bool = false) -> [ExportPart] {
        let tables: [(name: String, isThere: Bool, write: Table)] = [
            ("epochs", !content.epochs.isEmpty, { try epochs($0, bare, &$1) }),
            ("activity", !content.activity.isEmpty, { try activity($0, bare, &$1) }),
            ("beats", !content.beats.isEmpty, { try beats($0, bare, &$1) }),
            ("states", !content.states.isEmpty, { try states($0, bare, &$1) }),
            ("stages", content.stages?.epochs.isEmpty == false, { try stages($0, bare, &$1) }),
            ("channels", !content.channels.isEmpty, { try channels($0, bare, &$1) }),
            ("load", !content.readings.isEmpty, { try load($0, bare, &$1) }),
            ("losses", true, { try losses($0, bare, &$1) }),
            ("measures", !content.measures.isEmpty, { try measures($0, bare, &$1) }),
            ("intervals", !content.intervals.isEmpty, { try intervals($0, bare, &$1) }),
        ]
        return tables.filter(\.isThere).map { name, _, write in
            ExportPart(
                name: "\(content.label).\(name).csv", mediaType: "text/csv; charset=utf-8", content
            ) { content, take in
                var table = CSVTable(take)
                try write(content, &table)
                try table.finish()
                return [name: table.rows]
            }
        }
    }

    /// The tables that hold something, all in memory.
    /// - Parameters:
    ///   - content: what is exported.
    ///   - bare: leaves out the block of `# key=value` lines above the header row, which some readers refuse.
    /// - Throws: `Failure` when the content cannot be read.
    package static func files(_ content: ExportContent, bare: Bool = false) throws -> [ExportFile] {
        try parts(content, bare: bare).map { try $0.file() }
    }

    /// The lines above a table, and its header row.
    static func begin(
        _ table: inout CSVTable, _ content: ExportContent, _ bare: Bool, units: String, _ columns: [String]
    ) {
        if !bare {
            let device = content.device
            table.comment("software", "Nightjar \(Version.current)")
            table.comment("device", "\(device.maker) \(device.model) \(device.serial)")
            if !device.firmware.isEmpty { table.comment("firmware", device.firmware) }
            table.comment("zone", content.zone.name)
            table.comment("start", LocalTime.iso(content.window.lowerBound, in: .utc))
            table.comment("end", LocalTime.iso(content.window.upperBound, in: .utc))
            table.comment("synthetic", content.isSynthetic ? "yes" : "no")
            table.comment("units", units)
            for method in content.allMethods { table.comment("method", "\(method.name)/\(method.version)") }
        }
        table.header(columns)
    }

    private static func epochs(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(
            &table, content, bare, units: "g g deg /min",
            ["time", "seconds", "samples", "enmo_g", "mad_g", "angle_z_deg", "beats", "heart_rate_bpm"])
        for epoch in content.epochs {
            table.field(LocalTime.stamp(epoch.start, in: content.zone))
            table.field(epoch.seconds)
            table.field(epoch.motion?.samples ?? 0)
            table.field(epoch.motion?.enmo)
            table.field(epoch.motion?.mad)
            table.field(epoch.motion?.angleZ)
            table.field(epoch.heart?.beats ?? 0)
            table.field(epoch.heart?.rate)
            try table.endRow()
        }
    }

    private static func activity(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(&table, content, bare, units: "the recorder's counts", ["time", "seconds", "count"])
        let seconds = content.activitySeconds
        for epoch in content.activity {
            table.field(LocalTime.stamp(epoch.start, in: content.zone))
            table.field(seconds)
            table.field(epoch.count)
            try table.endRow()
        }
    }

    private static func beats(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(&table, content, bare, units: "ms", ["time", "rr_ms", "label", "provisional"])
        for beat in content.beats {
            table.field(LocalTime.stamp(beat.time, in: content.zone))
            table.field(beat.rr)
            table.field(beat.label.rawValue)
            table.field(beat.isProvisional)
            try table.endRow()
        }
    }

    private static func states(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(&table, content, bare, units: "", ["time", "seconds", "state", "stage"])
        for (index, state) in content.states.enumerated() {
            table.field(LocalTime.stamp(content.stateStart(index), in: content.zone))
            table.field(content.stateSeconds)
            table.field(state.name)
            table.field(content.hypnogram.indices.contains(index) ? content.hypnogram[index].rawValue : nil)
            try table.endRow()
        }
    }

    private static func stages(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        let columns = ["time", "seconds", "p_wake", "p_light", "p_deep", "p_rem"]
        begin(&table, content, bare, units: "1 (0 to 1)", columns)
        guard let night = content.stages, let start = Instant(secondsSince1970: night.start) else { return }
        for (index, epoch) in night.epochs.enumerated() {
            let time = start.advanced(bySeconds: Double(index) * StagedNight.epochSeconds)
            table.field(LocalTime.stamp(time, in: content.zone))
            table.field(Int(StagedNight.epochSeconds))
            for value in [epoch.awake, epoch.light, epoch.deep, epoch.rem] { table.field(value) }
            try table.endRow()
        }
    }

    private static func channels(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        let units = content.channels.map { "\($0.name) \($0.unit)" }.joined(separator: ", ")
        begin(&table, content, bare, units: units, ["time", "seconds"] + content.channels.map(\.name))
        for slot in 0..<(content.channels.first?.values.count ?? 0) {
            let passed = Int64(slot) * Int64(content.channelSeconds) * 1_000_000_000
            table.field(LocalTime.stamp(content.channelsStart.advanced(byNanoseconds: passed), in: content.zone))
            table.field(content.channelSeconds)
            for channel in content.channels { table.field(channel.values[slot]) }
            try table.endRow()
        }
    }

    private static func load(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(
            &table, content, bare, units: "1 (0 to 1), /min, ms, g",
            [
                "time", "load", "state", "confidence", "stale", "p", "heart_rate_bpm", "rmssd_ms", "sdnn_ms",
                "motion_g", "reasons", "method", "state_held",
            ])
        for reading in content.readings {
            table.field(LocalTime.stamp(reading.time, in: content.zone))
            table.field(reading.load)
            table.field(reading.state?.rawValue)
            table.field(reading.confidence.value)
            table.field(reading.isStale)
            table.field(reading.p)
            table.field(reading.heartRate.value)
            table.field(reading.rmssd.value)
            table.field(reading.sdnn.value)
            table.field(reading.motion)
            table.field(reading.reasons.joined(separator: "; "))
            table.field("\(reading.method.name)/\(reading.method.version)")
            table.field(reading.isHeld)
            try table.endRow()
        }
    }

    private static func losses(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(&table, content, bare, units: "", ["time", "end", "cause", "count", "unit", "channel", "detail"])
        for loss in content.losses {
            table.field(loss.first.map { LocalTime.stamp($0, in: content.zone) })
            table.field(loss.end.map { LocalTime.stamp($0, in: content.zone) })
            table.field(loss.cause.rawValue)
            table.field(loss.count)
            table.field(loss.unit.rawValue)
            table.field(loss.channel?.rawValue)
            table.field(loss.detail)
            try table.endRow()
        }
    }

    private static func measures(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(&table, content, bare, units: "", ["name", "value", "reason", "confidence", "method"])
        for measure in content.measures {
            table.field(measure.name)
            table.field(measure.estimate.value)
            table.field(measure.estimate.reason)
            table.field(measure.estimate.confidence)
            table.field("\(measure.estimate.method.name)/\(measure.estimate.method.version)")
            try table.endRow()
        }
    }

    private static func intervals(_ content: ExportContent, _ bare: Bool, _ table: inout CSVTable) throws {
        begin(
            &table, content, bare, units: "", ["figure", "value", "low", "high", "level", "lost_min", "reason"])
        for interval in content.intervals {
            table.field(interval.figure.rawValue)
            table.field(interval.value)
            table.field(interval.low)
            table.field(interval.high)
            table.field(NightInterval.level)
            table.field(interval.lost)
            table.field(interval.reason)
            try table.endRow()
        }
    }
}

extension ExportContent {
    /// The start of state `index`.
    func stateStart(_ index: Int) -> Instant {
        statesStart.advanced(byNanoseconds: Int64(clamping: index &* stateSeconds &* 1_000_000_000))
    }
}
