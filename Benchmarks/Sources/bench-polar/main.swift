import DeviceProfiles
// Polar acceleration frames through the codec, and frames that a profile declares through its decoder, in samples (of all
// axes of a moment) per second of CPU time.
import Documents
import Glibc
import Runtime
import Signals

let frames = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2_000_000
var json = JSONText()
json.object { json in
    json.array("runs") { json in
        report("raw frames of 36 samples, 16 bits", rawFrame(samples: 36), &json)
        report("compressed frames of 75 samples, differences of 6 bits", deltaFrame(width: 6, samples: 74), &json)
        report("compressed frames of 43 samples, differences of 11 bits", deltaFrame(width: 11, samples: 42), &json)
        declared("Muse electrode, 12 samples of 12 bits", "interaxon.muse", "tp9", 20, &json)
        declared("Muse acceleration, 3 samples of 16 bits", "interaxon.muse", "acceleration", 20, &json)
    }
}
print(json.string)

func report(_ name: String, _ value: [UInt8], _ json: inout JSONText) {
    var codec = PolarCodec()
    var frame = DecodedFrame()
    var samples = 0
    var sum: Float = 0
    let began = cpuSeconds()
    for _ in 0..<frames {
        frame.clear()
        guard (try? codec.decode(value.span.bytes, into: &frame)) != nil, let column = frame.columns.first else {
            let message = "The codec refused \(name): nothing to measure.\n"
            _ = message.withCString { write(2, $0, strlen($0)) }
            exit(1)
        }
        samples += column.count
        // Every frame's last value is read, so that none is left out.
        sum += column.values[column.values.count - 1]
    }
    let spent = cpuSeconds() - began
    json.object { json in
        json.field("name", name)
        json.field("samplesPerSecond", Double(samples) / spent)
        json.field("frames", frames)
        json.field("sum", Double(sum))
    }
}

/// Frames as a profile declares them.
func declared(_ name: String, _ profile: String, _ frameName: String, _ size: Int, _ json: inout JSONText) {
    let isPart = frameName == "tp9"
    guard let text = try? SystemFile.read("device-profiles/\(profile).json", limit: 1 << 20),
        let profile = ProfileParser.parse(text).profile,
        let place = profile.frames.firstIndex(where: { $0.id == frameName }),
        var decoder = try? ProfileDecoder(profile, settings: SettingValues(profile))
    else {
        print("Run it where device-profiles is.")
        exit(1)
    }
    let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    var frame = DecodedFrame()
    var samples = 0
    var sum: Float = 0
    let began = cpuSeconds()
    for _ in 0..<frames {
        // A part would wait for the others.
        let isDecoded =
            isPart
            ? (try? decoder.decode(alone: value.span.bytes, as: place, into: &frame)) != nil
            : (try? decoder.decode(value.span.bytes, as: place, into: &frame)) != nil
        guard isDecoded, let column = frame.columns.first else { exit(1) }
        samples += column.count
        sum += column.values[column.values.count - 1]
    }
    let spent = cpuSeconds() - began
    json.object { json in
        json.field("name", name)
        json.field("samplesPerSecond", Double(samples) / spent)
        json.field("frames", frames)
        json.field("sum", Double(sum))
    }
}

func header(_ kind: UInt8) -> [UInt8] { [2, 0x64, 0x6C, 0x76, 0xC4, 0x3C, 0xC6, 0x7F, 0x07, kind] }

func rawFrame(samples: Int) -> [UInt8] {
    header(1) + (0..<(3 * samples)).flatMap { index in [UInt8(index & 0x7F), UInt8(index % 4)] }
}

/// One block of differences behind a whole sample.
func deltaFrame(width: Int, samples: Int) -> [UInt8] {
    let bits = width * samples * 3
    let body = (0..<((bits + 7) / 8)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    return header(0x81) + [0xD0, 0xFF, 0x65, 0x01, 0xE4, 0x0F] + [UInt8(width), UInt8(samples)] + body
}

func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
