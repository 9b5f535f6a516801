"""An ANT+ receiver on dummy_hcd through FunctionFS, and heart rate straps that it hears."""
