import Devices
import Fuzzing

/// Sound inputs for the fuzzer to start from.
func seeds() {
    guard var folder = SeedFolder() else { return }
    let sender: [UInt8] = [0x39, 0x30, 0x78, 0x01]
    let payload: [UInt8] = [0x04, 0xFF, 0x00, 0x10, 0x00, 0x14, 0x05, 0x3C]
    let answers: [[UInt8]] = [
        AntMessage(0x6F, [0x20]).bytes, AntMessage(0x54, [8, 8, 0, 0xBA, 0x36, 0, 0xDF]).bytes,
        AntMessage(0x54, [8, 8, 0, 0xBA, 0x32, 0]).bytes,
    ]
    let responses = [0x46, 0x6E, 0x42, 0x51, 0x43, 0x45, 0x44, 0x5B, 0x4B].map { AntMessage(0x40, [0, $0, 0]).bytes }
    let data = AntMessage(0x4E, [0] + payload + [0xC0] + sender + [0x20, 0xBA, 0]).bytes
    let older = AntMessage(0x5D, [1] + sender + payload).bytes
    folder.save([0, 3, 0, 0] + answers[0] + [0xA4, 1] + data + older + answers[1])
    for capabilities in answers[1...] {
        var dialogue: [UInt8] = [1]
        for run in [answers[0], capabilities] + responses + [data, older, AntMessage(0x40, [0, 1, 7]).bytes] {
            dialogue += [1, UInt8(run.count)] + run
        }
        folder.save(dialogue)
    }
    folder.save([1, 6, 0, 6, 0, 6, 0, 6, 0])
    var session: [UInt8] = [2]
    for index in 0..<60 {
        let (count, time, before) = (
            index / 4, UInt16(truncatingIfNeeded: 900 * (index / 4)), UInt16(truncatingIfNeeded: 900 * (index / 4 - 1))
        )
        let page: [UInt8] =
            [
                [4, 0xFF, UInt8(before & 0xFF), UInt8(before >> 8)], [2, 123, 1, 2], [3, 1, 2, 3], [7, 85, 0x80, 0x23],
            ][index % 4]
        session += [246, 0, page[0] | (index / 4 % 2 == 0 ? 0 : 0x80)] + page[1...]
        session += [UInt8(time & 0xFF), UInt8(time >> 8), UInt8(count), 72]
    }
    folder.save(session)
    folder.save(
        session + [0x70, 0x17] + session.dropFirst(3) + [0, 0x80] + session.dropFirst(3) + [0xFF, 0x7F] + payload)
    let pages: [[UInt8]] = [
        [1, 0, 5, 42, 0xD3, 0x40, 12, 7], [1, 50, 5, 43, 0x13, 0x40, 13, 7], [2, 255, 255, 90, 0x72, 25, 0, 0x11],
        [3, 0, 0, 90, 0x21, 10, 100, 1], [80, 255, 255, 3, 123, 0, 5, 1], [81, 255, 255, 9, 1, 2, 3, 4],
        [82, 255, 255, 0, 0, 0, 0x80, 0x22],
    ]
    folder.save([3] + pages.flatMap { [250, 0] + $0 })
}
