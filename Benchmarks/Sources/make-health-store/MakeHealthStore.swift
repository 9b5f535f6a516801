import Analysis
import Glibc
import Signals
import Store

/// `make-health-store FOLDER LAST`: a store of one person over three years up to LAST (a date): thirty recorders, two of them
/// worn on each day, with epochs of a minute, every other one with a heart; a night of each; steps by a watch each quarter of
/// an hour and by a phone each hour, which overlap; and a resting heart rate each day.
@main
enum MakeHealthStore {
    static let days = 1095
    static let recorders = 30

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let last = CivilDate(arguments[2]) else {
            print("usage: make-health-store FOLDER LAST")
            exit(2)
        }
        let store = try Store(folder: arguments[1])
        let first = last.adding(days: 1 - days)
        for recorder in 0..<recorders {
            let identity = DeviceIdentity(maker: "Bench", model: "Recorder", serial: "\(recorder)")
            store.register(identity, seen: Zone.utc.start(of: last))
            try await wear(identity.deviceID, recorder, from: first, store)
        }
        try await send(from: first, store)
        store.close()
    }

    /// A recorder is worn for a tenth of the time and overlaps with the one before and the one after it.
    private static func wear(
        _ device: DeviceID, _ recorder: Int, from first: CivilDate, _ store: Store
    ) async throws {
        let part = days / recorders
        for day in max(0, (recorder - 1) * part)..<min(days, (recorder + 1) * part) {
            let date = first.adding(days: day)
            let start = Zone.utc.start(of: date)
            let epochs = (0..<1440).map { minute in
                var epoch = Epoch(start: start.advanced(bySeconds: Double(minute) * 60), seconds: 60)
                let level = Double((minute * 7919 + day * 31 + recorder) % 997) / 997
                let isAsleep = minute < 420
                epoch.motion = .init(
                    samples: 6000, enmo: isAsleep ? 0.002 * level : 0.2 * level * level, mad: 0.03 * level,
                    angleZ: 90 * level)
                if recorder.isMultiple(of: 2) {
                    epoch.heart = .init(beats: 60, rate: (isAsleep ? 52 : 68) + 12 * level)
                }
                return epoch
            }
            store.append(epochs, device: device)
            store.append([night(date)], device: device)
            if day.isMultiple(of: 16) { try await store.flush() }
        }
        try await store.flush()
    }

    private static func night(_ date: CivilDate) -> Night {
        let window = NightWindow(endingOn: date, in: .utc).interval
        let start = Zone.utc.start(of: date)
        let period = start..<start.advanced(bySeconds: 420 * 60)
        let known = { (value: Double) in Estimate(value, method: Method("bench")) }
        return Night(
            date: date, zone: "UTC", window: window, sleepPeriod: period, statesStart: start, epochSeconds: 30,
            states: (0..<840).map { $0 % 60 == 59 ? .awake : .asleep },
            measures: SleepMeasures(
                totalSleepTime: known(413), sleepOnsetLatency: known(0), wakeAfterSleepOnset: known(7),
                sleepEfficiency: known(98.3), awakenings: known(14), sleepPeriod: known(420), timeInBed: known(420),
                midSleep: known(3.5)),
            confidence: NightConfidence(completeness: 1, wear: 1, agreement: 1), periodMethod: Method("bench"),
            scoringMethod: Method("bench"))
    }

    /// What programs sent, a month an upload.
    private static func send(from first: CivilDate, _ store: Store) async throws {
        for month in stride(from: 0, to: days, by: 30) {
            var samples: [HealthSample] = []
            for day in month..<min(days, month + 30) {
                let start = Zone.utc.start(of: first.adding(days: day))
                samples.append(
                    HealthSample(
                        type: "resting_heart_rate", start: start, end: start, value: 50 + Double(day % 9),
                        unit: "count/min", source: "Watch"))
                for (source, minutes) in [("Watch", 15), ("Phone", 60)] {
                    for part in stride(from: 420, to: 1380, by: minutes) {
                        let begin = start.advanced(bySeconds: Double(part) * 60)
                        samples.append(
                            HealthSample(
                                type: "steps", start: begin, end: begin.advanced(bySeconds: Double(minutes) * 60),
                                value: Double(minutes * (5 + (part + day) % 13)), unit: "count", source: source))
                    }
                }
            }
            let upload = HealthUpload(
                id: "bench-\(month)", person: 0, kind: .samples, source: nil, syncToken: nil,
                received: samples[0].start, total: samples.count)
            try await store.add(upload, pending: nil)
            try await store.keep(samples, of: upload, isLast: true)
        }
    }
}
