import Bluetooth
import Fuzzing
import Glibc
import Signals

/// Fuzzes a session over one bearer. An input is a row of events, each with a byte of kind, one of length where bytes
/// belong to it, and the bytes; see ``SessionDriver``.
@main
enum FuzzGATT {
    static func main() {
        if var seeds = SeedFolder() { return Seeds.save(&seeds) }
        exit(Fuzzer.run(testGATT))
    }
}

/// One input.
private func testGATT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    var cursor = ByteCursor(input.span.bytes)
    guard let unit = try? cursor.little(UInt8.self) else { return 0 }
    var driver = SessionDriver(askedUnit: Int(unit) * 2)
    while let kind = try? cursor.little(UInt8.self) {
        switch kind % 16 {
        case 0...2: driver.receive(cursor.chunk())
        case 3...7: driver.answer(cursor.chunk())
        case 8: driver.refuse(cursor.chunk())
        case 9: driver.pass(Double(cursor.chunk().first ?? 0))
        case 10: driver.submit(read: cursor.chunk())
        case 11: driver.submit(write: cursor.chunk(), mayRaiseSecurity: kind & 0x40 != 0)
        case 12: driver.submit(search: cursor.chunk())
        case 13: driver.cancel(cursor.chunk().first ?? 0)
        case 14: driver.secure(kind & 0x10 != 0)
        default: if kind == 0xFF { driver.disconnect() }
        }
    }
    driver.end()
    return 0
}

extension ByteCursor {
    /// Bytes after their length, as far as they are there.
    fileprivate mutating func chunk() -> [UInt8] {
        guard let length = try? little(UInt8.self) else { return [] }
        return (try? array(min(Int(length), remaining))) ?? []
    }
}
