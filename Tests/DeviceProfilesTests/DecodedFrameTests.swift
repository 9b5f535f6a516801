import DeviceProfiles
import Signals
import Testing

@Suite struct DecodedFrameTests {
    @Test("a cleared frame says nothing")
    func clear() {
        var frame = DecodedFrame()
        frame.columns = [.init(.acceleration, .standardGravity, axes: 3, values: [0, 0, 1])]
        frame.sequence = 3
        #expect(frame.columns[0].count == 1)
        frame.clear()
        #expect(frame == DecodedFrame())
    }
}
