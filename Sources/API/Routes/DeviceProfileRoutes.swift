import DeviceProfiles
import Documents

/// The files that say how to talk to devices.
enum DeviceProfileRoutes {
    static func add(to router: inout Router, profiles: ProfileLibrary) {
        router.on(.deviceProfiles) { _, _ in
            profiles.refresh()
            return DeviceProfileListDocument(profiles)
        }
    }
}
