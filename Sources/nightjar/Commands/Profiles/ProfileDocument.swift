import DeviceProfiles
import Documents
import Runtime
import Signals

/// A profile as JSON, for `list` and `show`.
enum ProfileDocument {
    static func write(_ profile: DeviceProfile, _ library: ProfileLibrary, _ json: inout JSONText) {
        json.field("id", profile.id)
        json.field("revision", profile.revision)
        json.field("name", profile.name)
        json.field("maker", profile.maker)
        json.field("about", profile.about)
        json.field("device", profile.isDevice)
        json.array("buses", profile.buses)
        json.array("capabilities", profile.capabilities.map(\.rawValue))
        json.array("streams", profile.streams)
        json.object("verified") { json in
            json.field("by", profile.verification.ground.rawValue)
            json.field("note", profile.verification.note)
        }
        json.array("sources", profile.sources)
        json.array("extends", profile.bases)
        json.field("file", library.file(of: profile.id))
        json.array("settings") { json in
            for setting in profile.settings {
                json.object { json in
                    json.field("id", setting.id)
                    json.field("label", setting.label)
                    json.field("unit", setting.unit)
                    json.field("allowed", setting.allowance)
                    json.field("default", setting.fallback)
                }
            }
        }
        json.array("frames") { json in
            for frame in profile.frames { json.object { write(frame, &$0) } }
        }
        json.field("vectors", profile.vectors.count)
    }

    private static func write(_ frame: FrameFormat, _ json: inout JSONText) {
        json.field("id", frame.id)
        json.field("codec", frame.codec)
        json.array("channels") { json in
            for output in frame.outputs {
                json.object { json in
                    json.field("name", output.channel.rawValue)
                    json.field("unit", output.unit.rawValue)
                    json.array("axes", output.axes)
                }
            }
        }
    }
}
