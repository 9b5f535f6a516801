import DeviceProfiles
import Fuzzing
import Glibc
import Signals

/// Fuzzes the frames of the profiles that ship: what a device sends, value by value to one decoder, as a session does.
@main
enum FuzzProfileFrames {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testFrames))
    }
}

private let profiles = ProfileLibrary(folders: []).profiles
private let decoders = profiles.compactMap { try? ProfileDecoder($0, settings: SettingValues($0)) }

/// One input: the profile, the frame, then values, each after a byte with its length.
private func testFrames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard count >= 2 else { return 0 }
    let profile = profiles[Int(input[0]) % profiles.count]
    var decoder = decoders[Int(input[0]) % decoders.count]
    let place = Int(input[1]) % max(1, profile.frames.count)
    var frame = DecodedFrame()
    var rest = input[2...]
    var splitter = profile.usb.map { FrameSplitter($0.framing) }
    while let length = rest.popFirst() {
        let value = Array(rest.prefix(Int(length)))
        rest = rest.dropFirst(Int(length))
        splitter?.push(value.span.bytes) { precondition($0.byteCount <= FrameFormat.streamBytes) }
        do throws(DecodeError) {
            try decoder.decode(value.span.bytes, as: place, into: &frame)
            check(frame)
            var more = 0
            while try decoder.decodeNext(as: place, into: &frame) {
                check(frame)
                more += 1
                precondition(more <= 1024)
            }
        } catch {
            precondition(error.offset >= 0)
        }
    }
    return 0
}

private func check(_ frame: DecodedFrame) {
    for column in frame.columns {
        precondition(column.axes > 0 && column.values.count.isMultiple(of: column.axes))
        precondition(!column.values.contains { $0.isInfinite })
    }
}

/// The profiles' own vectors.
private func save(_ seeds: inout SeedFolder) {
    for (index, profile) in profiles.enumerated() {
        for vector in profile.vectors {
            guard let place = profile.frames.firstIndex(where: { $0.id == vector.frame }) else { continue }
            let values = vector.bytes.flatMap { value in
                stride(from: 0, to: value.count, by: 255).flatMap { start in
                    let piece = value[start..<min(start + 255, value.count)]
                    return [UInt8(piece.count)] + piece
                }
            }
            seeds.save([UInt8(index), UInt8(place)] + values)
        }
    }
}
