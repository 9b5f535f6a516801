import Devices
import Signals
import Store
import Testing

@testable import Gateway

@Suite("What follows from what a night's watch sees")
struct NightMonitorTests {
    private let noon = Bench.noon
    private let band = DeviceID(rawValue: "band")

    private func device(
        contact: Bool? = nil, arrived: Instant?, battery: Int? = nil, perHour: Double? = nil, bytes: Double = 1_000_000,
        link: LinkState = .streaming
    ) -> NightMonitor.Device {
        NightMonitor.Device(
            id: band, name: "Band", person: nil, arrived: arrived, since: noon, link: link, contact: contact,
            batteryPercent: battery, batteryPerHour: perHour, bytesPerHour: bytes, isWorn: true)
    }

    private func observation(
        _ now: Instant, _ devices: [NightMonitor.Device], open: [NightRecording] = [], recent: [NightRecording] = [],
        schedule: NightSchedule? = nil, trouble: (Instant, String)? = nil, free: Int64? = nil
    ) -> NightMonitor.Observation {
        NightMonitor.Observation(
            now: now, devices: devices, trouble: trouble, freeBytes: free, open: open, recent: recent,
            schedules: schedule.map { [($0, Zone.utc)] } ?? [])
    }

    private func recording(
        _ cause: NightRecording.Cause = .button, end: Instant? = nil, schedule: NightSchedule.ID? = nil
    ) -> NightRecording {
        NightRecording(
            id: .init(rawValue: 5), devices: [band], started: noon, startCause: cause, plannedEnd: end,
            schedule: schedule, alive: noon)
    }

    private func raised(_ actions: [NightMonitor.Action]) -> [Alert.Kind] {
        actions.compactMap { if case .raise(_, let kind, _, _, _, _) = $0 { kind } else { nil } }
    }

    private func ends(_ actions: [NightMonitor.Action]) -> [NightRecording.Cause] {
        actions.compactMap { if case .end(_, let cause, _) = $0 { cause } else { nil } }
    }

    private func begins(_ actions: [NightMonitor.Action]) -> Int {
        actions.count { if case .begin = $0 { true } else { false } }
    }

    @Test("a disk that takes nothing is urgent at once and ends the night after ten minutes")
    func disk() {
        var watch = NightMonitor()
        let at = noon + 100
        let first = watch.look(
            observation(at, [device(arrived: at)], open: [recording()], trouble: (at, "the disk is full.")))
        #expect(raised(first) == [.diskFull] && ends(first).isEmpty)
        let later = noon + 700
        let last = watch.look(
            observation(later, [device(arrived: later)], open: [recording()], trouble: (at, "the disk is full.")))
        #expect(ends(last) == [.diskFull])
    }

    @Test("a disk too small for the rest of the night is warned of")
    func space() {
        var watch = NightMonitor()
        let open = recording(end: noon + 36_000)
        let big = device(arrived: noon + 1, bytes: 100_000_000)
        #expect(raised(watch.look(observation(noon + 1, [big], open: [open], free: 1_100_000_000))) == [.diskLow])
        #expect(raised(watch.look(observation(noon + 1, [big], open: [open], free: 1_300_000_000))).isEmpty)
        #expect(raised(watch.look(observation(noon + 1, [big], open: [open], free: nil))).isEmpty)
    }

    @Test("of a store in memory nothing has to stay free beside the night")
    func spaceInMemory() {
        let big = device(arrived: noon, bytes: 100_000_000)
        #expect(NightMonitor.disk([big], hours: 10, freeBytes: 1_100_000_000, isInMemory: true) == nil)
        let warning = NightMonitor.disk([big], hours: 10, freeBytes: 900_000_000, isInMemory: true)
        #expect(warning?.message.contains("memory of the store") == true)
    }

    @Test("a battery is measured against its use so far, where that is known")
    func battery() {
        var watch = NightMonitor()
        let open = recording(end: noon + 36_000)
        func kinds(_ percent: Int, _ perHour: Double?) -> [Alert.Kind] {
            let band = device(arrived: noon, battery: percent, perHour: perHour)
            return raised(watch.look(observation(noon, [band], open: [open])))
        }
        #expect(kinds(30, nil).isEmpty && kinds(19, nil) == [.batteryLow])
        #expect(kinds(30, 4) == [.batteryLow] && kinds(30, 0.25).isEmpty && kinds(8, 0.25).isEmpty)
        #expect(kinds(5, 0.01) == [.batteryEmpty])
    }

    @Test("by wear it begins after five minutes on the body and ends after thirty off it")
    func wear() throws {
        var watch = NightMonitor()
        let schedule = NightSchedule(id: .init(rawValue: 1), trigger: .wear, from: 0, to: 1439, zone: "UTC")
        func look(_ second: Int, contact: Bool?, open: [NightRecording] = []) -> [NightMonitor.Action] {
            watch.look(
                observation(
                    noon + second, [device(contact: contact, arrived: noon + second)], open: open, schedule: schedule)
            )
        }
        #expect(begins(look(0, contact: false)) == 0)
        #expect(begins(look(60, contact: true)) == 0 && begins(look(359, contact: true)) == 0)
        let begun = look(360, contact: true)
        #expect(begins(begun) == 1)
        guard
            case .begin(_, let devices, let until, let cause, _)? = begun.first(where: {
                if case .begin = $0 { true } else { false }
            })
        else { return }
        #expect(devices == [band] && cause == .wear && until == noon + (12 * 3600 - 60))
        let open = [recording(.wear, end: until, schedule: schedule.id)]
        #expect(ends(look(1000, contact: false, open: open)).isEmpty)
        #expect(ends(look(1500, contact: true, open: open)).isEmpty)
        #expect(ends(look(1600, contact: false, open: open)).isEmpty)
        #expect(ends(look(3399, contact: false, open: open)).isEmpty)
        #expect(ends(look(3400, contact: false, open: open)) == [.wear])
    }

    @Test("is not begun again by wear after a person ended it, and is after it was taken off")
    func again() {
        let schedule = NightSchedule(id: .init(rawValue: 1), trigger: .wear, from: 0, to: 1439, zone: "UTC")
        func begun(after cause: NightRecording.Cause) -> Int {
            var watch = NightMonitor()
            var ended = recording(.wear, schedule: schedule.id)
            ended.ended = noon + 10
            ended.endCause = cause
            var count = 0
            for second in stride(from: 20, through: 400, by: 10) {
                count += begins(
                    watch.look(
                        observation(
                            noon + second, [device(contact: true, arrived: noon + second)], recent: [ended],
                            schedule: schedule)))
            }
            return count
        }
        #expect(begun(after: .button) == 0 && begun(after: .wear) > 0)
    }

    @Test("an hour before a night by schedule battery and disk are looked at")
    func before() {
        var watch = NightMonitor()
        let schedule = NightSchedule(from: 22 * 60, to: 7 * 60, zone: "UTC")
        let weak = device(arrived: noon, battery: 10)
        let early = watch.look(observation(noon + (9 * 3600 - 1), [weak], schedule: schedule, free: 1000))
        #expect(raised(early).isEmpty)
        let due = watch.look(observation(noon + 9 * 3600, [weak], schedule: schedule, free: 1000))
        #expect(raised(due) == [.batteryLow, .diskLow] && begins(due) == 0)
    }

    @Test("without an end it goes on for sixteen hours at most")
    func longest() {
        var watch = NightMonitor()
        let (before, after) = (noon + 57_599, noon + 57_600)
        #expect(ends(watch.look(observation(before, [device(arrived: before)], open: [recording()]))).isEmpty)
        #expect(ends(watch.look(observation(after, [device(arrived: after)], open: [recording()]))) == [.tooLong])
    }

    @Test("a device that is connected and sends nothing is told apart from one that is gone")
    func silent() {
        var watch = NightMonitor()
        let at = noon + 200
        let silent = device(arrived: noon, link: .silent(reason: "nothing"))
        #expect(raised(watch.look(observation(at, [silent], open: [recording()]))) == [.deviceSilent])
        #expect(raised(watch.look(observation(at, [], open: [recording()]))) == [.deviceGone])
    }
}

@Suite("How fast a battery empties")
struct BatteryUseTests {
    private let noon = Bench.noon

    @Test("is learned from what it lost while it was in use, not from charging nor from the time it was off")
    func learned() {
        var use = BatteryUse()
        #expect(use.perHour == nil)
        for (hour, percent) in [(0, 50), (2, 46), (3, 100), (4, 98), (40, 60), (42, 56)] {
            use.add(percent, at: noon + 3600 * hour)
        }
        // 4 in 2 h, 2 in 1 h, 4 in 2 h; the charge and the 36 hours without a word do not count.
        #expect(use.perHour == 2)
    }

    @Test("is not known before it has shown")
    func early() {
        var use = BatteryUse()
        for minute in 0..<60 { use.add(90, at: noon + 60 * minute) }
        #expect(use.perHour == nil)
        for minute in 60..<400 { use.add(90, at: noon + 60 * minute) }
        #expect((use.perHour ?? 9) < 0.2)
    }
}
