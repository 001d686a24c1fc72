# The CPU's node kernels, once per instruction set; the rest of the solver is built for any x86-64.
set(FUM_CPU_ROWS "")
# GCC 12 takes -ffp-contract=on for off: without "fast" not one multiplication is fused with its addition. Moving common
# terms (pre, gcse) raises the pressure on registers: ACM-MRT in the caches then takes up to 1.4 times as long. Properties
# of the source, since those of a target come before the flags of the house.
set_source_files_properties(device/cpu_rows.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=fast;-fno-tree-pre;-fno-gcse")
set(rows_optimized -O3)
if(FUM_SANITIZE)
  set(rows_optimized -O1)  # a tenth of the time to compile
endif()
foreach(isa sse2 avx2 avx512)
  add_library(fumarole_rows_${isa} OBJECT device/cpu_rows.cpp device/cpu_texels.cpp)
  target_link_libraries(fumarole_rows_${isa} PRIVATE fumarole_flags)
  target_compile_definitions(fumarole_rows_${isa} PRIVATE FUM_ISA=${isa})
  target_compile_options(fumarole_rows_${isa} PRIVATE ${rows_optimized} -fno-math-errno -fno-trapping-math -fno-semantic-interposition)
  list(APPEND FUM_CPU_ROWS $<TARGET_OBJECTS:fumarole_rows_${isa}>)
endforeach()
target_compile_options(fumarole_rows_avx2 PRIVATE -march=x86-64-v3)
target_compile_options(fumarole_rows_avx512 PRIVATE -march=x86-64-v4 -mprefer-vector-width=512)

add_library(fumarole_sim STATIC solver.cpp live.cpp tune.cpp plan_cost.cpp sample_loops.cpp device/cpu.cpp device/cpu_staged.cpp device/bandwidth.cpp ${FUM_CPU_ROWS})
target_link_libraries(fumarole_sim PUBLIC fumarole_core PRIVATE fumarole_samples TBB::tbb Threads::Threads)
set_source_files_properties(solver.cpp device/cpu_staged.cpp PROPERTIES COMPILE_OPTIONS "-fno-math-errno;-fno-trapping-math")
if(FUM_CUDA)
  add_library(fumarole_sim_cuda OBJECT device/cuda.cu device/cuda_acm.cu device/cuda_models.cu device/cuda_fp16.cu
              device/cuda_staged.cu device/cuda_staged_alpha.cu)
  target_link_libraries(fumarole_sim_cuda PRIVATE fumarole_flags CUDA::cudart_static)
  target_compile_options(fumarole_sim_cuda PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr -lineinfo>)
  target_link_libraries(fumarole_sim PRIVATE fumarole_sim_cuda CUDA::cudart_static)
  target_sources(fumarole_sim PRIVATE $<TARGET_OBJECTS:fumarole_sim_cuda>)
else()
  target_sources(fumarole_sim PRIVATE device/cuda_missing.cpp)
endif()
