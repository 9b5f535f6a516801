import Bluetooth
import DeviceProfiles
import Signals

/// Everything that came of a link while a device was captured, with when it came.
struct CaptureTrace: Sendable {
    var begun: Instant?
    var subscriptions: [(characteristic: GATTCharacteristic, at: Instant)] = []
    var readings: [(handle: UInt16, value: [UInt8], at: Instant)] = []
    var values: [(handle: UInt16, value: [UInt8], at: Instant)] = []
    /// Values beyond what is kept, which were not.
    private(set) var dropped = 0
    private var bytes = 0

    /// The most that is kept, in bytes; an accelerometer sends as much in some hours.
    private static let limit = 64 << 20
    /// What a value takes beside its bytes.
    private static let overhead = 64

    /// Takes in a value that came by itself.
    mutating func add(_ value: [UInt8], from handle: UInt16, at instant: Instant) {
        guard bytes + value.count + Self.overhead <= Self.limit else {
            dropped += 1
            return
        }
        bytes += value.count + Self.overhead
        values.append((handle, value, instant))
    }

    /// The trace as a btsnoop file, in order of time.
    func file(_ address: BluetoothAddress, _ database: GATTDatabase) -> [UInt8] {
        let first = (subscriptions.map(\.at) + readings.map(\.at) + values.map(\.at)).min()
        let begun = self.begun ?? first ?? Instant(nanoseconds: 0)
        var file = SnoopFile(address: address, at: begun)
        file.add(database, at: begun)
        let subscriptions = self.subscriptions.map { (at: $0.at, part: Part.subscription($0.characteristic)) }
        let readings = self.readings.map { (at: $0.at, part: Part.reading($0.handle, $0.value)) }
        let values = self.values.map { (at: $0.at, part: Part.value($0.handle, $0.value)) }
        for item in (subscriptions + readings + values).sorted(by: { $0.at < $1.at }) {
            switch item.part {
            case .subscription(let characteristic): file.addSubscription(for: characteristic, at: item.at)
            case .reading(let handle, let value): file.addReading(value, of: handle, at: item.at)
            case .value(let handle, let value): file.add(value, from: handle, at: item.at)
            }
        }
        return file.bytes
    }

    /// What came of each characteristic by itself, by its handle.
    var runs: [UInt16: ValueRun] {
        var runs: [UInt16: ValueRun] = [:]
        // So many show what there is to see.
        for item in values where runs[item.handle]?.values.count ?? 0 < 2000 {
            runs[item.handle, default: ValueRun(values: [], seconds: [])].values.append(item.value)
            runs[item.handle]?.seconds.append(item.at.seconds(since: begun ?? item.at))
        }
        return runs
    }

    private enum Part {
        case subscription(GATTCharacteristic)
        case reading(UInt16, [UInt8])
        case value(UInt16, [UInt8])
    }
}
