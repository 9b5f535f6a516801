import DeviceProfiles
import Fuzzing
import Glibc
import Signals

/// Fuzzes the text of device profiles. A text either can be used or has a reason for a person; what can be used decodes
/// any bytes to a frame or an error, and is read again to the same.
@main
enum FuzzProfileJSON {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testProfile))
    }
}

/// One input: the text, and after a zero byte the bytes of a frame.
private func testProfile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let end = input.firstIndex(of: 0) ?? input.endIndex
    let text = Array(input[..<end])
    let outcome = ProfileParser.parse(text)
    precondition((outcome.profile == nil) != outcome.problems.isEmpty)
    precondition(outcome.problems.allSatisfy { !$0.message.isEmpty })
    let set = ProfileSet([.init(file: "fuzz", bytes: text)])
    precondition(set.profiles.isEmpty != set.problems.isEmpty)
    guard let profile = outcome.profile else { return 0 }
    for frame in profile.frames where frame.codec == nil {
        guard let decoder = try? FrameDecoder(frame, settings: SettingValues(profile)) else { continue }
        decode(Array(input[end...].dropFirst()), decoder)
    }
    _ = ProfileInspection.inspect([.init(file: "fuzz", bytes: text)], library: library)
    return 0
}

private let library = ProfileLibrary(profiles: [])

private func decode(_ bytes: [UInt8], _ decoder: FrameDecoder) {
    var frame = DecodedFrame()
    do throws(DecodeError) {
        try decoder.decode(bytes.span.bytes, into: &frame)
        precondition(frame.columns.reduce(0) { $0 + $1.values.count } <= FrameFormat.maximumValues)
        precondition(frame.columns.allSatisfy { !$0.values.contains { $0.isInfinite } })
    } catch {
        precondition(error.offset >= 0 && error.offset <= FrameFormat.streamBytes)
    }
}

/// Every profile that ships, and small ones with every key of a field.
private func save(_ seeds: inout SeedFolder) {
    let head =
        #"{"profile":1,"id":"a","revision":1,"name":"A","about":"A","sources":["s"],"verified":{"by":"documentation","note":"n"}"#
    for fields in [
        #"{"id":"n","type":"u8"},{"repeat":"n","struct":[{"type":"i16","names":["x","y"],"channel":"a","unit":"1","scale":[1,3],"offset":-7}]}"#,
        #"{"id":"f","type":"u16"},{"from":"f","mask":"0xF0","shift":4,"signed":true,"channel":"a","unit":"1"},{"type":"u24","when":{"field":"f","mask":1,"eq":1},"channel":"b","unit":"1","invalid":[3],"range":[0,9]}"#,
        #"{"bits":3,"channel":"a","unit":"1"},{"bits":13,"signed":true,"channel":"b","unit":"1"},{"type":"sfloat","repeat":"rest","channel":"c","unit":"1"}"#,
        #"{"type":"f32","channel":"a","unit":"1"},{"type":"bytes","length":2},{"type":"text","identity":"maker"}"#,
    ] {
        seeds.save(Array("\(head),\"frames\":{\"f\":{\"fields\":[\(fields)]}}}".utf8) + [0, 2, 1, 0, 2, 0, 3, 0, 4, 0])
    }
    let files = ProfileLibrary(folders: []).profiles.map(\.id)
    for id in files {
        let path = "../device-profiles/\(id).json"
        guard let file = fopen(path, "r") else { continue }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        if count < 6000 { seeds.save(Array(bytes[..<count]) + [0, 1, 2, 3, 4, 5, 6, 7, 8]) }
    }
}
