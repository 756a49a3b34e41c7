// The example of docs/layout.md.
func.func private @tile(tensor<2x16xf32,
    #helion.layout<[m, n], ((4,2),(2,2)):((2E1,1E0),(1E1,8E1))>>)
