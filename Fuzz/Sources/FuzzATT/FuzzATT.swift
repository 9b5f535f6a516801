import Bluetooth
import Fuzzing
import Glibc
import Signals

/// Fuzzes the protocol data units of the attribute protocol: what is understood comes out the same, in no more bytes,
/// and an error points into the input.
@main
enum FuzzATT {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testATT))
    }
}

/// One input.
private func testATT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    do {
        let message = try ATTMessage(input.span.bytes)
        let bytes = message.pdu.bytes
        precondition(bytes.count <= input.count && bytes.first == input.first)
        // A long UUID that is the same as a short one comes out short; everything else byte for byte.
        precondition((try? ATTMessage(bytes.span.bytes)) == message)
    } catch {
        precondition(error.offset >= 0 && error.offset <= input.count)
    }
    if let first = input.first { _ = ATTOpcode.kind(of: first) }
    return 0
}

/// One of each kind.
private func save(_ seeds: inout SeedFolder) {
    for hex in [
        "01 08 0600 0a", "02 f700", "03 1700", "04 0b00 0b00", "05 01 0b00 0229 0c00 0429",
        "05 02 1000 112233445566778899aabbccddeeff00", "06 0100 ffff 0028 0d18", "07 0100 0700 0a00 ffff",
        "08 0100 ffff 0328", "08 0100 ffff fb349b5f80000080001000000d180000", "09 07 0200020300002a 0400020500012a",
        "0a 4700", "0b 0f05", "0c 0300 1600", "0d 41", "0e 0300 0500", "0f 010203", "10 0100 ffff 0028",
        "11 06 0100 0700 0018 0800 0b00 0118", "12 4800 0200", "13", "16 0300 0000 4142", "17 0300 0000 4142", "18 01",
        "19", "1b 1000 06 3c", "1d 4700 f0 02 00 00 00", "1e", "20 0300 0500", "21 0200 4142 0000 0500 4344",
        "23 1000 0200 163c 1300 0000", "52 1700 57", "d2 1700 57 0102030405060708090a0b0c",
    ] { seeds.save(hex: hex) }
}
