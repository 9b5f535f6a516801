import DeviceProfiles
import Glibc
import Testing

@Suite struct ShippedProfilesTests {
    @Test("every profile that ships loads, so all its vectors hold")
    func loads() {
        let library = ProfileLibrary(folders: [])
        #expect(library.problems == [])
        #expect(!library.profiles.isEmpty)
    }

    @Test("every file of device-profiles is built into the program, byte for byte")
    func builtIn() {
        let folder = Repository.path + "/device-profiles"
        let fromFiles = ProfileLibrary(folders: [ProfileFolder(folder, isOwn: false, replacesBuiltIn: true)])
        #expect(fromFiles.problems == [])
        #expect(fromFiles.profiles == ProfileLibrary(folders: []).profiles)
        #expect(fromFiles.profiles.count == Repository.names(in: "device-profiles", suffix: ".json").count)
    }

    @Test("the README's table of devices is what the profiles say; `nightjar profiles list --markdown` prints it")
    func readme() throws {
        let readme = try #require(Repository.text("README.md"))
        let table = DeviceTable.markdown(ProfileLibrary(folders: []).profiles).joined(separator: "\n")
        #expect(readme.contains(table + "\n\n"))
    }

    @Test("what is started is stopped", arguments: ProfileLibrary(folders: []).profiles.map(\.id))
    func stops(id: String) throws {
        let profile = try #require(ProfileLibrary(folders: []).profile(id))
        #expect(profile.bluetooth.map { $0.start.isEmpty || !$0.stop.isEmpty } ?? true)
        #expect(profile.usb.map { $0.start.isEmpty || !$0.stop.isEmpty } ?? true)
    }
}
