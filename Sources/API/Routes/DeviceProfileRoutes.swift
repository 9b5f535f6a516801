import DeviceProfiles
import Documents
import Runtime
import Signals

/// The files that say how to talk to devices.
enum DeviceProfileRoutes {
    static func add(to router: inout Router, profiles: ProfileLibrary) {
        router.get("/api/v1/device-profiles", .deviceProfiles) { _ in
            profiles.refresh()
            return .json { json in
                json.array("profiles") { json in
                    // One that only serves as a base fits nothing by itself.
                    for profile in profiles.profiles where !profile.match.isEmpty { write(profile, profiles, &json) }
                }
                json.array("problems") { json in
                    for problem in profiles.problems {
                        json.object { json in
                            json.field("file", problem.file)
                            json.field("message", problem.message)
                        }
                    }
                }
            }
        }
    }

    private static func write(_ profile: DeviceProfile, _ library: ProfileLibrary, _ json: inout JSONText) {
        json.object { json in
            json.field("id", profile.id)
            json.field("revision", profile.revision)
            json.field("name", profile.name)
            json.field("maker", profile.maker)
            json.field("about", profile.about)
            json.array(
                "transports",
                [profile.bluetooth == nil ? nil : "bluetooth", profile.usb == nil ? nil : "usb"].compactMap(\.self))
            json.object("verification") { json in
                json.field("ground", profile.verification.ground.rawValue)
                json.field("note", profile.verification.note)
            }
            json.field("own", library.isOwn(profile.id))
            json.field("file", library.file(of: profile.id))
            json.array("capabilities", profile.capabilities.map(\.rawValue))
            json.array("settings") { json in
                for setting in profile.settings { write(setting, &json) }
            }
        }
    }

    private static func write(_ setting: ProfileSetting, _ json: inout JSONText) {
        json.object { json in
            json.field("name", setting.id)
            json.field("label", setting.label)
            json.field("unit", setting.unit)
            json.field("default", setting.fallback)
            switch setting.domain {
            case .choices(let choices): json.array("choices", choices)
            case .range(let range, let step):
                json.field("least", range.lowerBound)
                json.field("most", range.upperBound)
                json.field("step", step)
            case .text(let maximum): json.field("longest", maximum)
            }
        }
    }
}
