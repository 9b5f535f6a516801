import Analysis
import Signals

/// A table of features, one row every 10 s.
enum FeatureTable {
    static func readings(_ path: String, by formula: LoadFormula = .physiological) throws -> [LoadReading] {
        let table = try NumberTable(path: path)
        let columns = [
            "t_s", "hr_bpm", "rmssd_ms", "sdnn_ms", "motion_g", "reading_speed_wpm", "error_rate", "pause_per_min",
        ].enumerated().map {
            table.column($0.element, at: $0.offset)
        }
        guard columns[0] != nil else {
            throw Failure(.failed, "\(table.name) is no table of features: it has no column t_s.")
        }
        let hasMotion = (0..<table.count).contains { table.value($0, columns[4]) != nil }
        var index = LoadIndex(formula: formula)
        return try (0..<table.count).map { row in
            guard let seconds = table.value(row, columns[0]), let time = Instant(secondsSince1970: seconds) else {
                throw Failure(.failed, "\(table.name), row \(row): there is no time in column t_s.")
            }
            let motion = table.value(row, columns[4])
            return index.update(
                LoadFeatures(
                    time: time, heartRate: estimate(table.value(row, columns[1]), HeartWindow.heartRateMethod),
                    steady: table.value(row, columns[1]).map { SteadyRate(rate: $0) },
                    rmssd: estimate(table.value(row, columns[2]), HeartWindow.rmssdMethod),
                    sdnn: estimate(table.value(row, columns[3]), HeartWindow.sdnnMethod),
                    motion: motion.map { .level($0, isJerked: false) } ?? (hasMotion ? .missing : .noSensor),
                    reading: ReadingBehaviour(
                        speed: table.value(row, columns[5]), errors: table.value(row, columns[6]),
                        pauses: table.value(row, columns[7]))))
        }
    }

    private static func estimate(_ value: Double?, _ method: Method) -> Estimate {
        value.map { Estimate($0, method: method) } ?? Estimate(unknown: "not in the table", method: method)
    }
}
