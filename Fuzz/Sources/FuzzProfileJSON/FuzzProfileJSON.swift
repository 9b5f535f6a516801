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

/// One input: the text, in which a byte 1 stands for thirty-one more of the element before it, and after a zero byte the
/// bytes of a frame.
private func testProfile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let end = input.firstIndex(of: 0) ?? input.endIndex
    let text = written(out: input[..<end])
    let outcome = ProfileParser.parse(text)
    precondition((outcome.profile == nil) != outcome.problems.isEmpty)
    precondition(outcome.problems.allSatisfy { !$0.message.isEmpty })
    let set = ProfileSet([.init(file: "fuzz", bytes: text)])
    precondition(set.profiles.isEmpty != set.problems.isEmpty)
    for profile in set.profiles { checkRates(profile) }
    guard let profile = outcome.profile else { return 0 }
    for frame in profile.frames where frame.codec == nil {
        guard let decoder = try? FrameDecoder(frame, settings: SettingValues(profile)) else { continue }
        decode(Array(input[end...].dropFirst()), decoder)
    }
    _ = ProfileInspection.inspect([.init(file: "fuzz", bytes: text)], library: library)
    return 0
}

/// The text with all its elements: one that is hostile by its length is short here.
private func written(out input: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var beginnings: [Int] = []
    for byte in input {
        guard byte == 1 else {
            text.append(byte)
            if byte == UInt8(ascii: "[") { beginnings.append(text.count) }
            if byte == UInt8(ascii: "]") { _ = beginnings.popLast() }
            continue
        }
        guard let start = beginnings.last, (text.count - start + 1) * 31 + text.count < 65_536 else { continue }
        let element = [UInt8(ascii: ",")] + text[start...]
        for _ in 1..<32 { text += element }
    }
    return text
}

/// What a session takes for samples per second is a number above 0, whatever a person chooses.
private func checkRates(_ profile: DeviceProfile) {
    for case .setting(let name) in profile.frames.compactMap(\.rate) {
        guard let setting = profile.setting(name) else { continue }
        let values: [String] =
            switch setting.domain {
            case .choices(let choices): choices
            case .range(let range, _): ["\(range.lowerBound)", "\(range.upperBound)"]
            case .text: ["nan"]
            }
        precondition(values.allSatisfy { Int($0).map { $0 > 0 } ?? false })
    }
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
    // Structures within each other that take more bytes than a number holds.
    let inner = #"{"repeat":4096,"struct":[{"type":"bytes","length":16384,"repeat":4096}\#u{1}]}"#
    let outer = #"{"repeat":"rest","struct":[{"repeat":4096,"struct":[\#(inner)]}\#u{1}]}"#
    seeds.save(Array("\(head),\"frames\":{\"f\":{\"fields\":[\(outer)]}}}".utf8) + [0, 1, 2, 3])
    // Rates that are none.
    let frame =
        #""frames":{"f":{"rate":"r","fields":[{"type":"u8","channel":"a","unit":"1"}]}},"vectors":[{"frame":"f","hex":"05","source":"s","expect":{"channels":{"a":[5]}}}]"#
    for setting in [
        #""values":["nan","50"],"default":"nan""#, #""from":0,"to":9,"default":0"#, #""length":9,"default":"inf""#,
        #""values":[25,50],"default":50"#,
    ] { seeds.save(Array("\(head),\"settings\":{\"r\":{\"label\":\"R\",\(setting)}},\(frame)}".utf8)) }
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
