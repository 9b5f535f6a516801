import DeviceProfiles
import Documents

extension DeviceProfileListDocument {
    /// What a library holds; without those that only serve as a base, which fit nothing by themselves.
    init(_ library: ProfileLibrary) {
        self.init()
        profiles = library.profiles.filter { !$0.match.isEmpty }.map { DeviceProfileDocument($0, of: library) }
        problems = library.problems.map { problem in
            var document = Problem()
            (document.file, document.message) = (problem.file, problem.message)
            return document
        }
    }
}

extension DeviceProfileDocument {
    fileprivate init(_ profile: DeviceProfile, of library: ProfileLibrary) {
        self.init()
        (id, revision, name) = (profile.id, profile.revision, profile.name)
        (maker, about) = (profile.maker, profile.about)
        if profile.bluetooth != nil { transports.append("bluetooth") }
        if profile.usb != nil { transports.append("usb") }
        verification.ground = profile.verification.ground.rawValue
        verification.note = profile.verification.note
        (isOwn, file) = (library.isOwn(profile.id), library.file(of: profile.id))
        capabilities = profile.capabilities.map(\.rawValue)
        settings = profile.settings.map { Setting($0) }
    }
}

extension DeviceProfileDocument.Setting {
    fileprivate init(_ setting: ProfileSetting) {
        self.init()
        (name, label, unit, standard) = (setting.id, setting.label, setting.unit, setting.fallback)
        switch setting.domain {
        case .choices(let words): choices = words
        case .range(let range, let step):
            (least, most, self.step) = (range.lowerBound, range.upperBound, step)
        case .text(let maximum): longest = maximum
        }
    }
}
